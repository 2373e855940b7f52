import type { Brand } from '@sachet/shared/contracts/brand';
import { Loaded } from '../app/Loaded';
import { usePageTitle } from '../browser/page-title';
import { useTranslation } from '../i18n/translate';
import { Description, DescriptionList } from '../ui/DescriptionList';
import { EmptyState } from '../ui/EmptyState';
import { Notice } from '../ui/Notice';
import { Skeleton } from '../ui/Skeleton';
import { useBrand } from './brand';
import { BrandForm } from './BrandForm';

/** The brand kit of a person, or of their organization, which only its admins change. */
export function BrandPage() {
  const { t } = useTranslation();
  usePageTitle(t('brand.title'));
  const read = useBrand();
  return (
    <div className="mx-auto grid w-full max-w-7xl gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <header className="grid gap-1">
        <h1 className="text-title font-bold">{t('brand.title')}</h1>
        <p className="max-w-2xl text-ink-soft">{t('brand.lead')}</p>
      </header>
      <Loaded read={read} failed={t('brand.failed')} loading={<Skeleton className="h-96 w-full" />}>
        {(brand) => (
          <>
            {brand.organizationName && (
              <Notice className="text-note">
                {t(brand.mayEdit ? 'brand.adminEdits' : 'brand.memberUses', {
                  organization: brand.organizationName,
                })}
              </Notice>
            )}
            {brand.mayEdit ? (
              <BrandForm key={brand.organizationName} brand={brand} />
            ) : (
              <KitOfOthers brand={brand} />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The kit as a member sees it, without a form. */
function KitOfOthers({ brand: { kit } }: { brand: Brand }) {
  const { t } = useTranslation();
  if (!kit) {
    return <EmptyState title={t('brand.noneYet')}>{t('brand.noneYetText')}</EmptyState>;
  }
  const facts = [
    [t('brand.name'), kit.name],
    [t('brand.phone'), kit.phone],
    [t('brand.address'), kit.address],
  ].filter(([, value]) => value);
  return (
    <div className="grid justify-items-start gap-5">
      {kit.logoUrl && (
        <img
          src={kit.logoUrl}
          alt={t('brand.logoAlt', { name: kit.name })}
          className="max-h-28 max-w-48 rounded-xl border border-fold bg-[#fff] object-contain p-2"
        />
      )}
      <DescriptionList>
        {facts.map(([name, value]) => (
          <Description key={name} name={name}>
            {value}
          </Description>
        ))}
      </DescriptionList>
    </div>
  );
}

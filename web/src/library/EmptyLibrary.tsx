import { Link } from 'react-router-dom';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { Button, buttonClasses } from '../ui/Button';
import { Packet } from '../ui/Packet';

export function EmptyLibrary({
  isNarrowed,
  onClear,
}: {
  isNarrowed: boolean;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Packet className="max-w-xl">
      <div role="status" className="grid justify-items-start gap-3 p-6 pt-9">
        <p className="font-semibold">{t(isNarrowed ? 'library.none' : 'library.empty')}</p>
        <p className="text-ink-soft">{t(isNarrowed ? 'library.noneText' : 'library.emptyText')}</p>
        {isNarrowed ? (
          <Button look="outline" onClick={onClear}>
            {t('library.clear')}
          </Button>
        ) : (
          <Link to={paths.mode('image')} className={buttonClasses({})}>
            {t('library.first')}
          </Link>
        )}
      </div>
    </Packet>
  );
}

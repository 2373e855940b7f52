import { useUid } from '../../api/keys';
import { useTranslation } from '../../i18n/translate';
import { CopyId } from './CopyId';
import { PersonLink } from './PersonLink';

/** `admin:UID` or `worker`, as the server keeps who did something. */
export function ActorName({ actor }: { actor: string }) {
  const { t } = useTranslation();
  return actor.startsWith('admin:') ? (
    <PersonName uid={actor.slice('admin:'.length)} />
  ) : (
    t('admin.byItself')
  );
}

/** Whoever looks at the page is 'You'. */
export function PersonName({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const own = useUid();
  if (uid === own) return <PersonLink uid={uid}>{t('admin.you')}</PersonLink>;
  return (
    <CopyId id={uid}>
      <PersonLink uid={uid}>{uid}</PersonLink>
    </CopyId>
  );
}

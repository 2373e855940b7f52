import { Link } from 'react-router-dom';
import { modeName } from '../app/tools';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';

/** Why a picture is not in the message, and where it can be used. */
export function PictureNotice() {
  const { t } = useTranslation();
  return (
    <>
      {t('chat.noPictures')}{' '}
      <Link
        to={paths.mode('edit_image')}
        className="underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        {modeName(t, 'edit_image')}
      </Link>
    </>
  );
}

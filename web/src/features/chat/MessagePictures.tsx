import type { MessagePicture } from '@sachet/shared/chat/contracts/chat';
import type { Photo } from '../../browser/photo-store';
import { useObjectUrl } from '../../browser/use-object-url';
import { useTranslation } from '../../i18n/translate';
import type { ShownMessage } from './shown-messages';

/** The pictures of a message. A saved one opens whole. */
export function MessagePictures({ pictures }: Pick<ShownMessage, 'pictures'>) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-wrap justify-end gap-2">
      {pictures.map((picture, index) => {
        const alt = t('chat.pictureAlt', { number: index + 1 });
        return (
          <li key={'id' in picture ? picture.id : index}>
            {'id' in picture ? (
              <a href={picture.url} target="_blank" rel="noreferrer" className="block rounded-xl">
                <SavedPicture picture={picture} alt={alt} />
              </a>
            ) : (
              <SentPicture photo={picture} alt={alt} className={thumbnail} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

const thumbnail = 'max-h-52 w-auto max-w-full rounded-xl bg-sunk object-cover';

function SavedPicture({
  picture: { url, width, height },
  alt,
}: {
  picture: MessagePicture;
  alt: string;
}) {
  return <img src={url} alt={alt} width={width} height={height} className={thumbnail} />;
}

/** A picture that is on this device. */
export function SentPicture({
  photo: { file },
  alt,
  className,
}: {
  photo: Photo;
  alt: string;
  className: string;
}) {
  const show = useObjectUrl(file);
  return <img ref={show} alt={alt} className={className} />;
}

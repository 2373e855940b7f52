/** Pictures in messages: small copies of uploads, stored with the conversation and shown to its models. */
import { discardChatPictures, insertChatPicture, type ChatPicture } from '@sachet/db/chat/pictures';
import { newId } from '@sachet/db/ids';
import { readUpload } from '@sachet/db/studio/uploads';
import type { ContextMessage } from '@sachet/flows/chat/chat-context';
import { processImage } from '@sachet/adapters/images/process-image';
import { imageExpiry, signImagePath } from '@sachet/adapters/images/signed-url';
import { imageKey } from '@sachet/adapters/images/store';
import type { TextMessage } from '@sachet/adapters/providers/provider';
import type { Applicant } from '@sachet/shared/admission';
import type { MessagePicture } from '@sachet/shared/chat/contracts/chat';
import type { Dependencies } from '../dependencies.ts';
import { decodeInTurn } from '../limits/upload-admission.ts';
import { toUploadRefusal } from '../studio/input-image.ts';

export const chatPictureKey = (id: string): string => imageKey(id, 'picture', 'image/webp');

/**
 * Stores a small copy of each of this user's uploads and returns their ids; null if an upload does not exist or
 * belongs to another user. `left` ends the work when its sender has left.
 */
export async function copyUploads(
  deps: Pick<Dependencies, 'db' | 'images' | 'resources'>,
  { who, left: signal }: { who: Applicant; left: AbortSignal },
  uploadIds: readonly string[],
): Promise<string[] | null> {
  const { db, images } = deps;
  const { uid } = who;
  const copied: string[] = [];
  try {
    for (const uploadId of uploadIds) {
      const upload = await readUpload(db, { id: uploadId, uid });
      const image = upload && (await images.get(upload.image_key));
      if (!image) {
        await discardChatPictures(db, copied);
        return null;
      }
      const small = await decodeInTurn(deps, { who, signal }, () =>
        processImage('makeChatPicture', [image.bytes], { signal }),
      );
      if (!small.ok) throw toUploadRefusal(small.reason, 'uploadIds');
      const { bytes, mimeType, width, height } = small;
      const id = newId('pic');
      copied.push(id);
      await insertChatPicture(db, { id, uid, width, height });
      await images.put(chatPictureKey(id), bytes, mimeType);
    }
  } catch (error) {
    await discardChatPictures(db, copied);
    throw error;
  }
  return copied;
}

/** The messages with the bytes of their pictures. A picture that cannot be read is left out. */
export async function loadPictures(
  { images }: Pick<Dependencies, 'images'>,
  messages: readonly ContextMessage[],
): Promise<TextMessage[]> {
  const loaded: TextMessage[] = [];
  for (const { role, content, pictureIds } of messages) {
    const found = [];
    for (const id of pictureIds) {
      const image = await images.get(chatPictureKey(id));
      if (image) found.push(image);
    }
    loaded.push({ role, content, ...(found.length > 0 && { images: found }) });
  }
  return loaded;
}

export function toMessagePicture(
  { signers }: Pick<Dependencies, 'signers'>,
  { id, width, height }: ChatPicture,
): MessagePicture {
  const expiresAt = imageExpiry(Date.now());
  const url = signImagePath({ key: chatPictureKey(id), expiresAt, signer: signers.imageUrl });
  return { id, url, width, height };
}

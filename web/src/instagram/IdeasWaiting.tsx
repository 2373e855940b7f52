import { ideasPerRequest } from '@sachet/shared/ideas';
import { useTranslation } from '../i18n/translate';
import { useLoadingMessage } from '../generation-card/WaitingCard';
import { Packet } from '../ui/Packet';
import { Skeleton } from '../ui/Skeleton';

/** Cards of the final size; the first one says what is going on. */
export function IdeasWaiting() {
  const { t } = useTranslation();
  const message = useLoadingMessage();
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {t('ideas.waiting')}
      </p>
      <div aria-hidden className="grid gap-6 lg:gap-8">
        {Array.from({ length: ideasPerRequest }, (_, index) => (
          <Packet key={index}>
            <div className="crimp h-10 bg-print-jade" />
            <div className="grid gap-3 border-t border-dashed border-ink/30 p-4 sm:p-6">
              {index === 0 ? (
                <p key={message} className="animate-appear text-lead font-semibold">
                  {message}
                </p>
              ) : (
                <Skeleton className="h-7 w-3/4" />
              )}
              <Skeleton className="h-5 w-full" />
              <Skeleton className="h-5 w-5/6" />
              <Skeleton className="mt-2 h-16 w-full rounded-lg" />
              <Skeleton className="mt-2 h-11 w-full rounded-full" />
            </div>
          </Packet>
        ))}
      </div>
    </div>
  );
}

export interface Task {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  readonly end: () => void;
}

/**
 * The tasks of this process, previews by their generation and bought images by their hold, so that a
 * cancellation can abort them.
 */
export interface Cancellations {
  begin(id: string): Task;
  cancel(id: string): void;
}

export function createCancellations(): Cancellations {
  const controllers = new Map<string, AbortController>();
  return {
    begin(id) {
      const controller = new AbortController();
      controllers.set(id, controller);
      return {
        signal: controller.signal,
        abort: () => controller.abort(),
        end: () => {
          if (controllers.get(id) === controller) controllers.delete(id);
        },
      };
    },
    cancel: (id) => controllers.get(id)?.abort(),
  };
}

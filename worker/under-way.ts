/** What this process has in hand, by generation, so that a cancelling reaches it at once. */
export interface UnderWay {
  begin(generationId: string): { readonly signal: AbortSignal; readonly end: () => void };
  cancel(generationId: string): void;
}

export function createUnderWay(): UnderWay {
  const controllers = new Map<string, AbortController>();
  return {
    begin(generationId) {
      const controller = new AbortController();
      controllers.set(generationId, controller);
      return {
        signal: controller.signal,
        end: () => {
          if (controllers.get(generationId) === controller) controllers.delete(generationId);
        },
      };
    },
    cancel: (generationId) => controllers.get(generationId)?.abort(),
  };
}

// Models of a catalogue, for tests of what is decided about them.
import type { Model } from '../models/changes.ts';

/** An enabled text model of Google's with its prices. */
export function someModel(facts: Partial<Model> = {}): Model {
  return {
    id: 'g-pro',
    provider: 'google',
    label: 'G Pro',
    tier: 'quality',
    capabilities: ['text', 'vision'],
    status: 'enabled',
    enabled: true,
    last_seen_at: null,
    shutdown_at: null,
    deprecated_because: null,
    input_microusd_per_million_tokens: 2_000_000,
    output_microusd_per_million_tokens: 12_000_000,
    microusd_per_image: null,
    ...facts,
  };
}

// Models of a catalogue, for tests of decisions about them.
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
    largest_size: null,
    missing_since: null,
    was_enabled: false,
    was_default_for: [],
    text_in: 2_000_000,
    cached_in: null,
    cache_write: null,
    image_in: null,
    text_out: 12_000_000,
    image_out: null,
    per_image: null,
    is_priced: true,
    is_configured: true,
    ...facts,
  };
}

import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { batchMax } from './batch-photos';
import { BatchForm } from './BatchForm';
import { BatchResults } from './BatchResults';
import { useBatch } from './use-batch';

/** Several photos with one request: the form, or the results that the URL names. */
export function BatchTool() {
  const [params] = useSearchParams();
  const named = params.get('batch')?.split(',').filter(Boolean) ?? [];
  const ids = [...new Set(named)].slice(0, batchMax);
  const batch = useBatch();
  // Results of the same visit move the focus to their heading; a link to them does not.
  const [takesFocus] = useState(ids.length === 0);
  return ids.length === 0 ? (
    <BatchForm batch={batch} />
  ) : (
    <BatchResults generationIds={ids} batch={batch} takesFocus={takesFocus} />
  );
}

import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readBatch } from './batch-address';
import { BatchForm } from './BatchForm';
import { BatchResults } from './BatchResults';
import { useBatch } from './use-batch';

/** Several photos with one request: the form, or the results that the URL names. */
export function BatchTool() {
  const [params] = useSearchParams();
  const ids = readBatch(params) ?? [];
  const batch = useBatch();
  // Results of the same visit move the focus to their heading; a link to them does not.
  const began = useRef(ids.length === 0);
  return ids.length === 0 ? (
    <BatchForm batch={batch} />
  ) : (
    <BatchResults generationIds={ids} batch={batch} takesFocus={began.current} />
  );
}

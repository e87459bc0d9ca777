import { useEffect, useState } from 'react';
import { type ProofRequest, registerProofDialog } from '../../api/repeat-after-proof.ts';

/** A request that waits for the person, and what the dialog calls. */
export interface WaitingProof {
  request: ProofRequest;
  onDone: () => void;
  onCancel: () => void;
}

/** Lets the client ask for proofs while the frame is shown. Returns the request that waits, if there is one. */
export function useProofRequest(): WaitingProof | null {
  const [waiting, setWaiting] = useState<WaitingProof | null>(null);
  useEffect(() => {
    registerProofDialog(
      (request) =>
        new Promise((resolve) => {
          const close = (isProven: boolean) => () => {
            setWaiting(null);
            resolve(isProven);
          };
          setWaiting({ request, onDone: close(true), onCancel: close(false) });
        }),
    );
    return () => registerProofDialog(null);
  }, []);
  return waiting;
}

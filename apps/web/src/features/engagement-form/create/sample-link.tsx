import { useOpenSample } from '../../../domain/engagements/use-open-sample.ts';
import { sampleTexts } from '../../../texts/en/start-engagement.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';

/** Opens the finished sample in place of the form (SMP-5). */
export function SampleLink() {
  const sample = useOpenSample();
  return (
    <>
      <Button busy={sample.isPending} onClick={() => sample.mutate()}>
        {sample.isPending ? sampleTexts.opening : sampleTexts.open}
      </Button>
      <FormError error={sample.error} />
    </>
  );
}

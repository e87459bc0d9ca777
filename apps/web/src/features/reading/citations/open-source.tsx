import { PanelRightOpen } from 'lucide-react';
import { useContext } from 'react';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import { sourceTexts } from '../../../texts/en/documents/source.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ReadingContext } from '../origin/reading-context.ts';

interface OpenSourceProps {
  citation: NumberedCitation;
  /** Called first, such as to close the window that the button is in. */
  onPress?: () => void;
}

/** Shows the source of a citation beside the text. Statements without a footnote have none. */
export function OpenSource({ citation: { footnote }, onPress }: OpenSourceProps) {
  const { openSource } = useContext(ReadingContext);
  if (footnote === null) return null;
  return (
    <Button
      kind="quiet"
      size="small"
      onClick={() => {
        onPress?.();
        openSource(footnote);
      }}
    >
      <PanelRightOpen aria-hidden className="size-3.5" />
      {sourceTexts.show}
    </Button>
  );
}

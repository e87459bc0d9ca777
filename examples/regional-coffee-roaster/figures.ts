import { type AttachmentReader, numberBetween } from '../read-attachments.ts';

/** Computes the figures of `key.json` from the brief. */
export async function deriveFigures(read: AttachmentReader): Promise<Record<string, number>> {
  const brief = await read.brief();
  const of = (before: string, after: string) =>
    numberBetween(brief.replaceAll(',', ''), before, after);
  const greenPerKg = of('landed cost of £', ' per kg');
  const kept = 1 - of('Roasting loses ', ' percent') / 100;
  const batches =
    4 * of('four batches an hour ', ' hours a week') * of('30 hours a week ', ' weeks a year');
  const capacity = of('of the weight. The ', ' kg drum roaster') * kept * batches;
  const greenPerRoastedKg = greenPerKg / kept;
  return {
    'roasting-capacity': capacity,
    'capacity-use': (of('Roasted coffee sold was ', ' kg') / capacity) * 100,
    'green-per-roasted-kg': greenPerRoastedKg,
    'own-label-after-coffee': of('one contract £', ' per kg') - greenPerRoastedKg,
    'profit-share':
      (of('Operating profit was about £', '. Two years') / of('| 58000 | £', ' |')) * 100,
    'green-price-growth': (greenPerKg / of('two years ago the average was £', ')') - 1) * 100,
  };
}

import { type AttachmentReader, numberBetween } from '../read-attachments.ts';

/** Computes the figures of `key.json` from the brief. */
export async function deriveFigures(read: AttachmentReader): Promise<Record<string, number>> {
  const brief = (await read.brief()).replaceAll(',', '');
  const of = (before: string, after: string) => numberBetween(brief, before, after);
  const digital = of('loans of which ', ' were digital');
  const media = of('equivalents) €', ' million for media') * 1e6;
  const licences = of('for media of which €', ' is for');
  return {
    'digital-share': (digital / of('1310000) ', ' loans')) * 100,
    'visits-fall': (1 - of('counted ', ' visits') / of('visits (2019: ', ')')) * 100,
    'digital-growth': (digital / of('magazines; 2019: ', ')') - 1) * 100,
    'licence-price-growth':
      (of('2022 and €', ' in 2025') / of('digital loan cost €', ' in 2022') - 1) * 100,
    'licences-of-media': (licences / media) * 100,
    'active-borrowers':
      (of('61000) and ', ' active borrowers') / of('Hallensund has ', ' inhabitants')) * 100,
  };
}

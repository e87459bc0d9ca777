import { type AttachmentReader, numberIn, rowOf, sumOf } from '../read-attachments.ts';

const workbook = 'clinic-activity.xlsx';

/** Computes the figures of `key.json` from the attachments. */
export async function deriveFigures(read: AttachmentReader): Promise<Record<string, number>> {
  const clinics = (await read.sheet(workbook, 'Clinics 2025')).filter(
    (row) => row['Specialty'] !== 'Total',
  );
  const cancelled = (rows: typeof clinics) =>
    (sumOf(rows, 'Sessions cancelled') / sumOf(rows, 'Sessions planned')) * 100;
  const missed = (rows: typeof clinics) =>
    (sumOf(rows, 'Missed by patients') / sumOf(rows, 'First appointments')) * 100;
  const waits = rowOf(await read.sheet(workbook, 'Median wait (days)'), 'Orthopaedics');
  const reasons = await read.sheet(workbook, 'Reasons for cancelling 2025');
  return {
    'cancelled-orthopaedics': cancelled([rowOf(clinics, 'Orthopaedics')]),
    'cancelled-cardiology': cancelled([rowOf(clinics, 'Cardiology')]),
    'cancelled-all': cancelled(clinics),
    'missed-dermatology': missed([rowOf(clinics, 'Dermatology')]),
    'wait-growth': (numberIn(waits, '2025 Q4') / numberIn(waits, '2024 Q3') - 1) * 100,
    'late-leave':
      (numberIn(rowOf(reasons, 'Leave announced late'), 'Sessions') / sumOf(reasons, 'Sessions')) *
      100,
  };
}

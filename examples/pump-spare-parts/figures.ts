import { type AttachmentReader, numberIn, rowOf, sumOf } from '../read-attachments.ts';

const workbook = 'controlling-ersatzteile.xlsx';
const vat = 1.19;

/** Computes the figures of `key.json` from the attachments. */
export async function deriveFigures(read: AttachmentReader): Promise<Record<string, number>> {
  const revenue = await read.sheet(workbook, 'Umsatz (T€)');
  const groups = revenue.filter((row) => !/^(?:Summe|Gesamt)/.test(String(row['Produktgruppe'])));
  const change = (group: string) => {
    const row = rowOf(revenue, group);
    return (numberIn(row, '2025') / numberIn(row, '2023') - 1) * 100;
  };
  const stock = (await read.sheet(workbook, 'Lager 2025')).filter(
    (row) => row['Klasse'] !== 'Gesamt',
  );
  const delivered = (rows: typeof stock) =>
    (1 - sumOf(rows, 'Nicht sofort lieferbar') / sumOf(rows, 'Abrufe')) * 100;
  const classC = stock.filter((row) => row['Klasse'] === 'C');
  const prices = await read.sheet(workbook, 'Preisvergleich');
  const copies = sumOf(prices, 'Nachbau brutto inkl. 19 % MwSt. (EUR)') / vat;
  const csv = await read.csv('kundenbefragung-2026.csv', { separator: ';', decimal: ',' });
  const survey = csv.filter((row) => row['Kundengruppe'] !== 'Gesamt');
  const answers = sumOf(survey, 'Antworten');
  return {
    'umsatz-2025': sumOf(groups, '2025') * 1_000,
    'rueckgang-dichtungen': -change('Gleitringdichtungen'),
    'wachstum-elektronik': change('Elektronik und Sensorik'),
    'lieferbereitschaft-gesamt': delivered(stock),
    'lieferbereitschaft-c': delivered(classC),
    'anteil-c-am-bestand': (sumOf(classC, 'Bestand (T€)') / sumOf(stock, 'Bestand (T€)')) * 100,
    'preisabstand-netto': (1 - copies / sumOf(prices, 'Listenpreis netto (EUR)')) * 100,
    'anteil-nachbaukaeufer': (sumOf(survey, 'Kauft auch Nachbau') / answers) * 100,
  };
}

import {
  type AttachmentReader,
  numberBetween,
  numberIn,
  type Row,
  rowOf,
  sumOf,
} from '../read-attachments.ts';

const workbook = 'classeur-comptable.xlsx';
const winter = ['Février', 'Mars', 'Novembre', 'Décembre'];

/** Computes the figures of `key.json` from the attachments. */
export async function deriveFigures(read: AttachmentReader): Promise<Record<string, number>> {
  const activity = (await read.sheet(workbook, 'Activité 2025')).filter(
    (row) => row['Hôtel'] !== 'Total',
  );
  const embruns = rowOf(activity, 'Les Embruns');
  const nights = numberIn(embruns, 'Nuitées vendues');
  const lodging = numberIn(embruns, 'Hébergement HT (k€)') * 1_000;
  const months = (await read.sheet(workbook, 'Embruns par mois')).filter((row) =>
    winter.includes(String(row['Mois 2025'])),
  );
  const works = (await read.sheet(workbook, 'Travaux HT (k€)')).filter(
    (row) => !/otal/.test(String(row['Poste'])),
  );
  const cost = sumOf(works, 'Devis mai 2026') * 1_000;
  const bank = await read.word('avis-banque.docx');
  const loan = numberBetween(bank, 'un prêt de ', ' €');
  const rate = numberBetween(bank, 'au taux fixe de ', ' %') / 100;
  const years = numberBetween(bank, '€ sur ', ' ans');
  const equity = numberBetween(await read.brief(), 'ne dépasse pas ', ' €');
  const energy = await read.csv('releve-energie.csv', { separator: ';', decimal: ',' });
  const displayed = numberBetween(await read.text('courriels-courtier.md'), 'affiche ', ' € TTC');
  return {
    'occupation-embruns': (nights / capacity(embruns)) * 100,
    'occupation-groupe':
      (sumOf(activity, 'Nuitées vendues') / activity.reduce((sum, row) => sum + capacity(row), 0)) *
      100,
    'occupation-hiver':
      (sumOf(months, 'Chambres vendues') / sumOf(months, 'Chambres disponibles')) * 100,
    'revpar-embruns': lodging / capacity(embruns),
    'excedent-embruns': surplus(embruns),
    'cout-travaux': cost,
    'besoin-non-finance': cost - loan - equity,
    annuite: (loan * rate) / (1 - (1 + rate) ** -years),
    'energie-par-nuitee':
      sumOf(
        energy.filter((row) => row['Hôtel'] === 'Les Embruns'),
        '2025 (kWh)',
      ) / nights,
    'ecart-prix-ht': displayed / 1.1 - lodging / nights,
  };
}

const capacity = (row: Row) => numberIn(row, 'Chambres') * numberIn(row, 'Jours d’ouverture');

function surplus(row: Row): number {
  const revenue = numberIn(row, 'Hébergement HT (k€)') + numberIn(row, 'Restauration HT (k€)');
  return (revenue - numberIn(row, 'Charges d’exploitation (k€)')) * 1_000;
}

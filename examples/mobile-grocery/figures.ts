import {
  type AttachmentReader,
  numberBetween,
  numberIn,
  type Row,
  rowOf,
  sumOf,
} from '../read-attachments.ts';

const workbook = 'jisseki.xlsx';
const yen = 1_000;

/** Computes the figures of `key.json` from the attachments. */
export async function deriveFigures(read: AttachmentReader): Promise<Record<string, number>> {
  const revenue = await read.sheet(workbook, '売上高（千円・税抜）');
  const mobile = rowOf(revenue, '移動販売');
  const vehicles = (await read.sheet(workbook, '移動販売 2025年度')).filter(
    (row) => row['号車'] !== '合計',
  );
  const online = (await read.sheet(workbook, 'ネットスーパー 2025年度')).filter(
    (row) => row['四半期'] !== '合計',
  );
  const survey = (await read.csv('jumin-anketo.csv')).filter((row) => row['地区'] !== '合計');
  const kawakami = survey.filter((row) => row['地区'] === '川上');
  const subsidy =
    numberBetween(await read.word('uchiawase-kiroku.docx'), '補助額は1台につき年間', '万円') *
    10_000;
  const loss = -vehicles.reduce((sum, row) => sum + contribution(row), 0);
  const share = (rows: Row[], part: string, whole: string) =>
    (sumOf(rows, part) / sumOf(rows, whole)) * 100;
  return {
    'ido-seichou': (numberIn(mobile, '2025年度') / numberIn(mobile, '2023年度') - 1) * 100,
    'ido-akaji': loss,
    'gosha-4-akaji': -contribution(rowOf(vehicles, '4号車')),
    'ido-kyakutanka': (sumOf(vehicles, '売上高（千円）') * yen) / sumOf(vehicles, '利用者延べ人数'),
    'hojo-go-no-akaji': loss - 2 * subsidy,
    'haisohi-1ken': (sumOf(online, '配送費（千円）') * yen) / sumOf(online, '注文件数'),
    'keppin-ritsu': share(online, '欠品のあった注文', '注文件数'),
    'komaru-zentai': share(survey, '週1回以上買い物に困る', '回答数'),
    'komaru-kawakami': share(kawakami, '週1回以上買い物に困る', '回答数'),
  };
}

/** Returns the earnings of a vehicle after its own costs, in yen. */
function contribution(row: Row): number {
  const costs = ['人件費（千円）', '車両費（千円）', '燃料費（千円）'].map((name) =>
    numberIn(row, name),
  );
  return (numberIn(row, '粗利益（千円）') - costs.reduce((sum, cost) => sum + cost, 0)) * yen;
}

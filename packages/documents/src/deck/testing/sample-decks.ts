import type { Branding } from '../../reports/report-types.ts';
import type { Deck, Slide, SlideChart, SlideTable } from '../deck-types.ts';

/** A logo of 120 by 40 pixels in one colour. */
const logoPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAHgAAAAoCAYAAAA16j4lAAAAcUlEQVR4nO3RMREAIAwAMZjxWv8b9fGXWMh9M/+QJThOcJzgOMFxguMExwmOExwnOE5wnOA4wXGC4wTHCY4THCc4TnCc4DjBcYLjBMcJjhMcJzhOcJzgOMFxguMExwmOExwnOE5wnOA4wXGC4wTHCY5b8jpMGSxVjIAAAAAASUVORK5CYII=',
  'base64',
);

export const deckBranding: Branding = {
  companyName: 'Harbour & Hill Advisory',
  primaryColor: '#0b5f6e',
  logo: { bytes: logoPng, mimeType: 'image/png' },
};

/** Makes a slide; what is not given is empty. */
export function slideOf(changes: Partial<Slide>): Slide {
  const empty = { points: [], chart: null, table: null, sources: [], notes: [] };
  return { id: 's', kind: 'exhibit', title: 'A message', ...empty, ...changes };
}

export function chartOf(changes: Partial<SlideChart>): SlideChart {
  return {
    type: 'column',
    categories: ['A', 'B'],
    series: [{ name: 'Revenue', values: [1, 2] }],
    unit: null,
    ...changes,
  };
}

/** Makes a table of texts; heads that end with `#` are of numbers. */
export function tableOf(heads: string[], rows: string[][]): SlideTable {
  return {
    columns: heads.map((name) => ({ name: name.replace(/#$/, ''), numeric: name.endsWith('#') })),
    rows,
  };
}

/** Makes a deck; without slides it has none. */
export function deckOf(slides: Slide[], changes: Partial<Deck> = {}): Deck {
  return {
    title: 'Growth strategy',
    client: 'Northwind Coffee Ltd',
    date: '2026-11-28',
    language: 'en',
    branding: deckBranding,
    slides,
    ...changes,
  };
}

/** A question of a coffee roaster: where growth comes from until 2029. */
export const coffeeDeck: Deck = deckOf([
  slideOf({
    kind: 'title',
    title: 'Where growth comes from until 2029',
    points: ['Board discussion document'],
    notes: ['Opening: thank the plant team.'],
  }),
  slideOf({
    kind: 'summary',
    title:
      'Northwind can lift EBIT by €4.1 million until 2029 if it moves a third of its volume to online and office customers',
    points: [
      'Wholesale erodes: list prices stood still since 2023 while green coffee rose 38%',
      'Online and office pay: both earn 2.6 times the margin of wholesale per kilogram',
      'Roasting is the limit: a second line pays back in 3.2 years at planned volume',
      'Decision: approve €2.8 million for line and shop in January',
    ],
    sources: ['Management accounts 2023–2025', 'Customer ledger, October 2026'],
    notes: ['EBIT effect: 1.9 + 1.4 + 0.8 = 4.1 (Figures, rows 4 to 6).'],
  }),
  slideOf({
    title: 'Revenue grew 9% a year, but wholesale has carried none of it since 2023',
    chart: chartOf({
      type: 'stacked',
      categories: ['2021', '2022', '2023', '2024', '2025'],
      series: [
        { name: 'Wholesale', values: [14.2, 15.6, 16.1, 15.8, 15.3] },
        { name: 'Online shop', values: [2.1, 2.9, 4.2, 5.7, 7.4] },
        { name: 'Offices', values: [1.2, 1.5, 2.0, 2.9, 4.1] },
      ],
      unit: 'EUR million',
    }),
    points: [
      'Online tripled in four years',
      'Offices grew 36% a year from a small base',
      'Wholesale lost two of its five largest accounts',
    ],
    sources: ['Management accounts 2021–2025'],
    notes: ['Compound growth: (26.8 / 17.5)^(1/4) − 1 = 11.2%.'],
  }),
  slideOf({
    title: 'Offices and online earn more than twice the margin of wholesale on each kilogram',
    chart: chartOf({
      categories: ['Offices', 'Online shop', 'Cafés', 'Retail chains', 'Wholesale'],
      series: [{ name: 'Contribution margin per kg', values: [7.8, 7.1, 4.4, 3.3, 2.9] }],
      unit: '€',
    }),
    points: [
      'Shipping is included: €1.20 a kilogram online',
      'Retail chains fall below wholesale after bonuses',
    ],
    sources: ['Cost model, sheet Margin, October 2026'],
  }),
  slideOf({
    title: 'Three levers lift EBIT from €3.2 million to €7.3 million; price alone does not suffice',
    chart: chartOf({
      type: 'waterfall',
      categories: [
        'EBIT 2025',
        'Price',
        'Channel mix',
        'Second line',
        'Green coffee',
        'Wages',
        'EBIT 2029',
      ],
      series: [{ name: 'EBIT', values: [3.2, 1.9, 2.6, 1.4, -1.1, -0.7, 7.3] }],
      unit: 'EUR million',
      totals: [0, 6],
    }),
    points: [
      'Channel mix: the largest lever, and ours to pull',
      'Green coffee: hedged for 60% of volume',
    ],
    sources: ['Business plan 2026–2029, base case'],
    notes: ['3.2 + 1.9 + 2.6 + 1.4 − 1.1 − 0.7 = 7.3'],
  }),
  slideOf({
    title: 'Green coffee outran list prices from the middle of 2024, and the gap still widens',
    chart: chartOf({
      type: 'line',
      categories: [
        'Q1 23',
        'Q2 23',
        'Q3 23',
        'Q4 23',
        'Q1 24',
        'Q2 24',
        'Q3 24',
        'Q4 24',
        'Q1 25',
        'Q2 25',
        'Q3 25',
        'Q4 25',
      ],
      series: [
        {
          name: 'Green coffee',
          values: [100, 98, 96, 101, 108, 117, 124, 129, 133, 131, 136, 138],
        },
        {
          name: 'List prices',
          values: [100, 100, 100, 100, 101, 101, 101, 102, 103, 103, 104, 104],
        },
      ],
      unit: 'Index, Q1 2023 = 100',
    }),
    points: ['34 points lie between cost and price', 'Contracts allow one adjustment a year'],
    sources: ['ICE arabica futures, quarterly mean', 'Price lists 2023–2025'],
  }),
  slideOf({
    title: 'Larger offices order more often: above 150 desks a machine pays back within a year',
    chart: chartOf({
      type: 'scatter',
      categories: ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gum', 'Hazel'],
      series: [
        { name: 'Desks', values: [40, 75, 110, 150, 190, 240, 310, 380] },
        { name: 'Orders a month', values: [2.1, 3.4, 4.0, 6.2, 7.9, 9.5, 12.8, 14.1] },
      ],
      unit: null,
    }),
    sources: ['Customer ledger, October 2026'],
  }),
  slideOf({
    kind: 'comparison',
    title: 'A second line in Bremen beats contract roasting on cost, control and speed',
    table: tableOf(
      ['Criterion', 'Second line, Bremen', 'Contract roasting', 'Larger drum'],
      [
        ['Investment', '€2.1 million', 'None', '€0.9 million'],
        ['Cost per kg', '€0.84', '€1.31', '€0.97'],
        ['Capacity gained', '1,900 t', 'Open', '600 t'],
        ['Ready', 'October 2027', 'March 2027', 'June 2027'],
        ['Control of quality', 'Full', 'By audit', 'Full'],
      ],
    ),
    points: ['The larger drum is full again by 2028'],
    sources: ['Offers of three suppliers, September 2026'],
  }),
  slideOf({
    kind: 'timeline',
    title: 'The line runs in October 2027 if the order leaves in January',
    table: tableOf(
      ['When', 'What'],
      [
        ['January 2027', 'Board approves; order leaves'],
        ['March 2027', 'Building permit; shop relaunch'],
        ['June 2027', 'Machines arrive; office team of six hired'],
        ['October 2027', 'Second line runs at 60% of load'],
        ['March 2028', 'Full load; wholesale contracts renegotiated'],
      ],
    ),
    sources: ['Project plan, version 4'],
  }),
  slideOf({
    kind: 'risks',
    title: 'Two risks can move the case by more than €0.5 million a year; both have an owner',
    table: tableOf(
      ['Risk', 'Likelihood', 'Impact', 'Response'],
      [
        [
          'Green coffee rises a further 20%',
          'Medium',
          'High',
          'Hedge 80% of volume; adjust prices twice a year',
        ],
        ['Building permit is late', 'Medium', 'Medium', 'Rent hall 4 from May 2027'],
        [
          'Wholesale accounts leave faster',
          'High',
          'Medium',
          'Offer two-year terms to the first ten',
        ],
        ['Online costs rise with volume', 'Low', 'Medium', 'Two carriers, price cap until 2028'],
      ],
    ),
    sources: ['Risk workshop, 12 October 2026'],
  }),
  slideOf({
    kind: 'next_steps',
    title: 'Four steps until the January board',
    table: tableOf(
      ['What', 'Who', 'When'],
      [
        ['Confirm the offer for the line and its options', 'COO', '5 December'],
        ['Agree the hedge with two banks', 'CFO', '12 December'],
        ['Test office prices with 20 customers', 'Head of sales', '19 December'],
        ['Send the board paper', 'CEO', '8 January'],
      ],
    ),
  }),
  slideOf({
    kind: 'sources',
    title: 'Sources',
    sources: [
      'Management accounts 2021–2025, finance department',
      'Customer ledger, October 2026',
      'Cost model, sheet Margin, October 2026',
      'Business plan 2026–2029, base case',
      'ICE arabica futures, quarterly mean, read on 3 November 2026',
      'Offers of three suppliers, September 2026',
      'Risk workshop, 12 October 2026',
    ],
  }),
]);

/** A question of a German maker of pumps: how to leave gas in heat treatment. */
export const pumpDeck: Deck = deckOf(
  [
    slideOf({
      kind: 'title',
      title: 'Wärme ohne Gas: Umstellung der Härterei bis 2030',
      points: ['Vorlage für den Lenkungsausschuss'],
    }),
    slideOf({
      kind: 'summary',
      title:
        'Die elektrische Härterei senkt die Kosten ab 2028 um 2,4 Mio. € im Jahr und trägt 71 % des Klimaziels',
      points: [
        'Ausgangslage: Gas kostet 2026 mit CO₂-Abgabe 5,9 Mio. €, ein Drittel mehr als 2021',
        'Lösung: Vier der sechs Öfen werden elektrisch, zwei bleiben bis 2030 für Sondergrößen',
        'Wirtschaftlichkeit: 9,8 Mio. € Investition, Rückfluss nach 4,1 Jahren',
        'Engpass: Der Netzanschluss mit 6 MW muss bis März beantragt sein',
      ],
      sources: ['Energiebericht 2025', 'Angebote der Ofenbauer, August 2026'],
      notes: ['Einsparung: 5,9 − 3,5 = 2,4 Mio. € je Jahr.'],
    }),
    slideOf({
      title: 'Vier Öfen verursachen 83 % des Gasverbrauchs und lassen sich elektrisch ersetzen',
      chart: chartOf({
        type: 'bar',
        categories: [
          'Durchstoßofen 1',
          'Durchstoßofen 2',
          'Kammerofen Nord',
          'Kammerofen Süd',
          'Schachtofen',
          'Vergüteofen für Sondergrößen über 4 Meter',
        ],
        series: [{ name: 'Gasverbrauch 2025', values: [18.4, 16.9, 11.2, 9.8, 6.1, 5.4] }],
        unit: 'GWh',
      }),
      points: [
        'Sondergrößen brauchen 1.050 °C über 9 Stunden',
        'Schachtofen: Ersatz erst 2030 fällig',
      ],
      sources: ['Zählerdaten 2025, Werk Frankenthal'],
    }),
    slideOf({
      title: 'Strom, Wartung und Ausschuss zusammen sparen 2,4 Mio. € im Jahr',
      chart: chartOf({
        type: 'waterfall',
        categories: [
          'Kosten 2026',
          'Gas',
          'CO₂-Abgabe',
          'Strom',
          'Wartung',
          'Ausschuss',
          'Kosten 2028',
        ],
        series: [{ name: 'Kosten', values: [5.9, -3.8, -1.3, 3.4, -0.4, -0.3, 3.5] }],
        unit: 'Mio. €',
        totals: [0, 6],
      }),
      points: [
        'Ausschuss sinkt von 2,1 % auf 1,4 %',
        'Strompreis ± 10 % bewegt das Ergebnis um 0,3 Mio. €',
      ],
      sources: ['Kostenmodell, Stand 14. November 2026'],
    }),
    slideOf({
      title: 'Große Öfen gewinnen je Tonne am meisten',
      chart: chartOf({
        type: 'column',
        categories: ['Unter 5 t', '5 bis 10 t', '10 bis 20 t', 'Über 20 t'],
        series: [
          { name: 'Gas', values: [212, 184, 161, 148] },
          { name: 'Elektrisch', values: [188, 152, 121, 103] },
        ],
        unit: 'EUR je Tonne',
      }),
      sources: ['Kostenmodell, Stand 14. November 2026'],
    }),
  ],
  {
    title: 'Wärme ohne Gas',
    client: 'Kröner Pumpen GmbH & Co. KG',
    language: 'de',
    branding: { companyName: 'Lindner Strategieberatung', primaryColor: '#8a1538', logo: null },
  },
);

export const japaneseDeck: Deck = deckOf(
  [
    slideOf({ kind: 'title', title: '宮﨑県における物流拠点の再編', points: ['取締役会向け資料'] }),
    slideOf({
      kind: 'summary',
      title: '拠点を三つから二つに集約すれば、輸送費は年間一億二千万円下がり、納期は半日短くなる',
      points: [
        '現状：稼働率は五十八％にとどまる',
        '提案：𠮷田倉庫を閉じ、宮﨑の拠点を広げる',
        '効果：輸送費は年間一億二千万円の減少',
      ],
      sources: ['物流実績 2025年度', '𠮷田倉庫 賃貸契約書'],
    }),
    slideOf({
      title: '宮﨑拠点の取扱量は四年で一・七倍になった',
      chart: chartOf({
        categories: ['2022年', '2023年', '2024年', '2025年'],
        series: [{ name: '取扱量', values: [1_240, 1_530, 1_870, 2_110] }],
        unit: '千ケース',
      }),
      points: ['𠮷田倉庫は減少が続く', '宮﨑は冬に能力の限界へ'],
      sources: ['物流実績 2025年度'],
    }),
    slideOf({
      kind: 'risks',
      title: '繁忙期の人手が最大の懸念である',
      table: tableOf(
        ['リスク', '可能性', '影響', '対応'],
        [
          ['繁忙期の人手不足', '高', '中', '派遣契約を九月までに結ぶ'],
          ['移転の遅れ', '中', '高', '二段階で移す'],
          ['賃料の上昇', '低', '中', '五年契約'],
        ],
      ),
    }),
    slideOf({
      kind: 'timeline',
      title: '移転は二〇二七年九月に終わる',
      table: tableOf(
        ['時期', '内容'],
        [
          ['2027年1月', '取締役会の承認'],
          ['2027年4月', '宮﨑拠点の増築を始める'],
          ['2027年9月', '𠮷田倉庫を閉じる'],
        ],
      ),
    }),
    slideOf({
      kind: 'sources',
      title: '出典',
      sources: ['物流実績 2025年度', '𠮷田倉庫 賃貸契約書', '宮﨑県 統計年鑑'],
    }),
  ],
  { title: '物流拠点の再編', client: '髙橋食品株式会社', language: 'ja' },
);

export const arabicDeck: Deck = deckOf(
  [
    slideOf({
      kind: 'title',
      title: 'توسيع شبكة المتاجر في الخليج حتى عام 2029',
      points: ['وثيقة لمجلس الإدارة'],
    }),
    slideOf({
      kind: 'summary',
      title: 'يرفع افتتاح ثمانية متاجر في الرياض والدوحة الأرباح بمقدار 14 مليون ريال سنويًا',
      points: [
        'الطلب: نما السوق بنسبة 11% سنويًا منذ 2021',
        'الربحية: المتاجر الصغيرة تسترد استثمارها خلال 26 شهرًا',
        'القرار: اعتماد 38 مليون ريال في يناير',
      ],
      sources: ['القوائم المالية 2025', 'مسح العملاء، أكتوبر 2026'],
      notes: ['الحساب: 8 × 1.75 = 14'],
    }),
    slideOf({
      title: 'تحقق الرياض أعلى مبيعات للمتر المربع بين المدن الخمس',
      chart: chartOf({
        categories: ['الرياض', 'الدوحة', 'جدة', 'دبي', 'الكويت'],
        series: [{ name: 'المبيعات للمتر المربع', values: [41, 37, 29, 27, 22] }],
        unit: 'ألف ريال',
      }),
      points: ['تتفوق المتاجر الصغيرة على الكبيرة', 'الإيجار أقل من 12% من المبيعات'],
      sources: ['بيانات المتاجر 2025'],
    }),
    slideOf({
      kind: 'comparison',
      title: 'المتجر الصغير أفضل من الكبير في ثلاثة معايير من أربعة',
      table: tableOf(
        ['المعيار', 'متجر صغير', 'متجر كبير#'],
        [
          ['الاستثمار', '4.7 مليون ريال', '11.2'],
          ['فترة الاسترداد', '26 شهرًا', '41'],
          ['المبيعات للمتر', '41 ألف ريال', '27'],
        ],
      ),
    }),
    slideOf({
      kind: 'timeline',
      title: 'تُفتتح المتاجر الأربعة الأولى قبل رمضان 2028',
      table: tableOf(
        ['متى', 'ماذا'],
        [
          ['يناير 2027', 'اعتماد مجلس الإدارة'],
          ['يونيو 2027', 'توقيع عقود الإيجار'],
          ['يناير 2028', 'افتتاح أربعة متاجر'],
        ],
      ),
    }),
    slideOf({
      kind: 'sources',
      title: 'المصادر',
      sources: ['القوائم المالية 2025', 'مسح العملاء، أكتوبر 2026', 'Retail Atlas GCC 2026'],
    }),
  ],
  { title: 'توسيع الشبكة', client: 'شركة الواحة للتجزئة', language: 'ar' },
);

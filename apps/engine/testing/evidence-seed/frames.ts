import type { Language } from '@ecp/language/language';

/** The words of a deliverable around its citations, as its author writes them. */
export interface Frame {
  leads: string[];
  /** Before quoted words. */
  intros: string[];
  /** Sentences for one or two figures. */
  one: string[];
  two: string[];
  /** A sentence for a date. */
  date: string[];
  /** Sentences that cite nothing. */
  remarks: string[];
  headings: [string, string, string, string];
  columns: [string, string];
  percent: string;
  /** Words after a number of millions. */
  million: string[];
  about: string;
  page: string[];
  sheet: string;
  section: string;
}

/** `{1}`, `{2}` and `{date}` stand for what is cited. */
export const frames: Record<Language, Frame> = {
  en: {
    leads: ['', 'Note that ', 'For the plan it matters that ', 'In short: ', 'One finding stands out: '],
    intros: ['The source puts it plainly: ', 'It says: ', ''],
    one: ['The figure to plan with is {1}.', 'This stands at {1} today.', 'Phase 2 starts from {1}.'],
    two: ['The two figures that count are {1} and {2}.', 'Between {1} and {2} lies the question.'],
    date: ['The date to note is {date}.', 'All of this hangs on {date}, cf. the table.'],
    remarks: [
      'The “quick win” is not one.',
      'Step 3 needs a decision by the end of Q2.',
      'We propose the slogan “Closer to you every single day” for the campaign.',
      'Our own estimate for the first year is 35 workshops: 5 in each of 7 regions.',
      'See Figure 2 and section 4 for the options.',
      'The question to put to the board: “Which of the two do we want to give up?”',
    ],
    headings: ['Findings and options', 'What the sources say in 2025', 'Points in short', 'Open questions'],
    columns: ['No.', 'Point'],
    percent: ' percent',
    million: [' million', 'm'],
    about: 'about',
    page: ['page {n}', 'p. {n}'],
    sheet: 'sheet',
    section: 'section',
  },
  de: {
    leads: ['', 'Wichtig ist: ', 'Kurz gesagt: ', 'D. h. für den Plan: ', 'Ein Befund sticht hervor: '],
    intros: ['Die Quelle sagt es deutlich: ', 'Dort heißt es: ', ''],
    one: ['Zu planen ist mit {1}.', 'Der Wert liegt z. Zt. bei {1}.', 'Phase 2 beginnt bei {1}.'],
    two: ['Es zählen zwei Größen, nämlich {1} und {2}.', 'Die Frage liegt zwischen {1} und {2}, vgl. Abb. 2.'],
    date: ['Zu beachten ist der {date}.', 'Davon hängt bis zum {date} alles ab, z. B. die 2. Phase.'],
    remarks: [
      'Der „schnelle Gewinn“ ist keiner.',
      'Schritt 3 braucht eine Entscheidung bis Ende des 2. Quartals.',
      'Wir schlagen den Slogan „Jeden Tag ein Stück näher bei Ihnen“ vor.',
      'Unsere eigene Schätzung für das erste Jahr sind 35 Werkstätten: 5 in jeder von 7 Regionen.',
      'Siehe Abbildung 2 und Abschnitt 4 bzw. Anhang 3.',
      'Die Frage an den Vorstand lautet: „Worauf wollen wir von beidem verzichten?“',
    ],
    headings: ['Befunde und Möglichkeiten', 'Das sagen die Quellen 2025', 'Punkte in Kürze', 'Offene Fragen'],
    columns: ['Nr.', 'Punkt'],
    percent: ' Prozent',
    million: [' Millionen', ' Mio.'],
    about: 'rund',
    page: ['Seite {n}', 'S. {n}'],
    sheet: 'Blatt',
    section: 'Abschnitt',
  },
  fr: {
    leads: ['', 'À retenir : ', 'En bref : ', 'Il faut noter que ', 'Un constat ressort : '],
    intros: ['La source le dit clairement : ', 'On y lit : ', ''],
    one: ['Le chiffre à retenir est {1}.', 'La valeur est aujourd’hui de {1}.', 'La phase 2 part de {1}.'],
    two: ['Les deux chiffres qui comptent sont {1} et {2}.', 'La question se situe entre {1} et {2}, cf. fig. 2.'],
    date: ['La date à retenir est le {date}.', 'Tout dépend du {date}, p. ex. la 2e étape.'],
    remarks: [
      'Le « gain rapide » n’en est pas un.',
      'L’étape 3 exige une décision avant la fin du 2e trimestre.',
      'Nous proposons le slogan « Chaque jour un peu plus près de vous » pour la campagne.',
      'Notre propre estimation pour la première année est de 35 ateliers : 5 dans chacune des 7 régions.',
      'Voir la figure 2 et la section 4 pour les options.',
      'La question à poser au conseil : « À laquelle des deux voulons-nous renoncer ? »',
    ],
    headings: ['Constats et options', 'Ce que disent les sources en 2025', 'Points en bref', 'Questions ouvertes'],
    columns: ['N°', 'Point'],
    percent: ' pour cent',
    million: [' millions'],
    about: 'environ',
    page: ['page {n}', 'p. {n}'],
    sheet: 'feuille',
    section: 'section',
  },
  es: {
    leads: ['', 'En resumen: ', 'Cabe señalar: ', 'Para el plan importa que ', 'Destaca un hallazgo: '],
    intros: ['La fuente lo dice claramente: ', 'Dice así: ', ''],
    one: ['La cifra que hay que planificar es {1}.', 'Hoy está en {1}.', 'La fase 2 parte de {1}.'],
    two: ['Las dos cifras que cuentan son {1} y {2}.', 'La cuestión está entre {1} y {2}, véase la fig. 2.'],
    date: ['La fecha que hay que anotar es el {date}.', 'Todo depende del {date}, p. ej. la segunda fase.'],
    remarks: [
      'La «ganancia rápida» no lo es.',
      'El paso 3 necesita una decisión antes de que acabe el 2.º trimestre.',
      'Proponemos el lema «Cada día un poco más cerca de usted» para la campaña.',
      'Nuestra propia estimación para el primer año es de 35 talleres: 5 en cada una de 7 regiones.',
      'Véanse la figura 2 y la sección 4 para las opciones.',
      'La pregunta para el consejo: «¿A cuál de las dos queremos renunciar?»',
    ],
    headings: ['Hallazgos y opciones', 'Qué dicen las fuentes en 2025', 'Puntos en breve', 'Preguntas abiertas'],
    columns: ['N.º', 'Punto'],
    percent: ' por ciento',
    million: [' millones'],
    about: 'unos',
    page: ['página {n}', 'pág. {n}'],
    sheet: 'hoja',
    section: 'sección',
  },
  ja: {
    leads: ['', '要点：', 'まとめると、', '計画上重要なのは次の点です。'],
    intros: ['出典には次のようにあります。', '記載は以下のとおりです：', ''],
    one: ['計画の前提となる数値は{1}です。', '現在は{1}となっています。', 'フェーズ2は{1}から始まります。'],
    two: ['重要な数値は{1}と{2}です。', '論点は{1}と{2}の間にあります。'],
    date: ['注意すべき日付は{date}です。', 'すべては{date}にかかっています。'],
    remarks: [
      'いわゆる「即効策」ではありません。',
      'ステップ3は第2四半期末までに決定が必要です。',
      'スローガンとして「毎日もっとあなたの近くへ」を提案します。',
      '初年度は7地域に5か所ずつ、計35か所と当社では想定しています。',
      '選択肢については図2と第4章を参照してください。',
      '取締役会への質問は「二つのうちどちらを諦めますか」です。',
    ],
    headings: ['調査結果と選択肢', '2025年の出典の記載', '要点', '未解決の問い'],
    columns: ['番号', '論点'],
    percent: 'パーセント',
    million: ['百万'],
    about: '約',
    page: ['{n}ページ', 'p. {n}'],
    sheet: 'シート',
    section: '節',
  },
};

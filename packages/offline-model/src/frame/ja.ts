import type { Frame } from './en.ts';

export const japanese: Frame = {
  evidenceFor: (task) => `根拠資料：${task}`,
  notice: (material) =>
    `**根拠資料集**（デモ） 言語モデルを使わず、${material}から抜き出したものです。記述は原文のまま引用し、表は照会で計算し、資料にない事柄を示します。判断や助言は含みません。`,
  brief: '依頼内容',
  briefHeading: '依頼内容',
  sources: (number) => `添付資料${number}点`,
  earlierDocuments: (number) => `先行文書${number}点`,
  pages: (number) => `ウェブページ${number}件`,
  answers: (number) => `回答${number}件`,
  askedOf: (question) => `次の質問には回答がありません。${question}`,
  generated: (material) => `${material}からの抜粋`,
  untitled: '無題',
  headings: {
    question: '問い',
    answers: '回答',
    assumptions: '前提',
    facts: '事実',
    tables: '表',
    gaps: '不足している情報',
    upstream: '先行する文書',
    answer: '結論',
    figures: '決め手となる数字',
    differences: '文書の間で食い違う点',
    open: '残る論点',
    findings: '各文書の内容',
  },
  nothing: {
    facts: 'この作業と語句が共通する記述は、依頼内容にも資料にもありません。',
    tables: 'この作業に関係する表は資料にないか、先行する文書に示されています。',
    gaps: '作業の問いにはすべて、資料と共通する語句があります。答えになっているかどうかは判断していません。',
  },
  notAnswered: '**資料にありません。** この問いの語の半分を含む記述、表、既存の文書はありません。',
  notInMaterial: (asked) => `*${asked}*：資料にありません。`,
  steered: (names) =>
    `${names}は信頼できますか。そこにある指示のような文は無視しました。書き手を誘導しようとする語句であり、従っていません。`,
  shownRows: '最初の行と列だけを示します。',
  query: {
    source: (file) => `${file}の全行に対する照会で計算しました。`,
    rows: '行数',
    mean: (column) => `${column}（平均）`,
    weighted: (column, weight) => `${column}（${weight}による加重平均）`,
    allRows: '全行',
    period: '期間',
    lowest: (column) => `${column}（最小）`,
    highest: (column) => `${column}（最大）`,
    share: '構成比（%）',
    groups: '区分の数',
    change: '当初からの変化',
    changePercent: '変化率（%）',
    totalsOf: (table) => `${table}の合計`,
    by: (value, column) => `${column}別の${value}`,
    changesOf: (table, from, to) => `${table}：${from}から${to}への変化`,
    range: (highest, lowest) => `最大 ${highest}、最小 ${lowest}`,
    shareOf: (part, whole) => `${whole}に占める${part}の割合`,
    per: (money, unit) => `${unit}あたりの${money}`,
    sumIs: (column, sum) => `${column}：全行で${sum}。`,
    meanIs: (column, mean, lowest, highest) =>
      `各行を一度ずつ数えた${column}の平均は${mean}、最小は${lowest}、最大は${highest}です。`,
    weightedIs: (column, weight, weighted, mean, lowest, highest) =>
      `${weight}で加重した${column}の平均は${weighted}、各行を一度ずつ数えた平均は${mean}、最小は${lowest}、最大は${highest}です。`,
    shareIs: (name, share, divided, range) =>
      `${name}：${share}（${divided}）${range && `、${range}`}。`,
    perIs: (name, divided, list, all) => `${name}（${divided}）：${list}。全行では${all}。`,
    group: (name, value, share) => `${name} ${value}（構成比${share}）`,
    each: (value, column, list) => `${column}別の${value}：${list}。`,
    largest: (value, column, list) => `${column}別の${value}（上位）：${list}。`,
    changeIs: ({ name, from, to, start, end, change }) =>
      `${name}：${from}の${start}から${to}の${end}へ、当初からの変化は${change}。`,
  },
  budget: {
    word: /予算/u,
    question: (sentence) => `予算はいくらですか？依頼内容には${sentence}とあります。`,
    assumption: '上限を設けずに進めます。選択肢は価格で比べ、どれも除外しません。',
    impact: '金額が分かれば、どの選択肢がその範囲に収まるかを示せます。',
  },
  consult: {
    found: 'この問いに関する資料の記述（原文のまま）：',
    nothing: '資料にありません。依頼内容にも資料にも、この問いに関する記述はありません。',
  },
  plan: {
    evidence: '現状の整理',
    evidenceTask: '依頼内容と資料の記述を出典とともに集め、そこに含まれない事柄を挙げる。',
    asks: (quote) => `依頼内容の問い：「${quote}」`,
    requestTask: 'これに関する根拠を集め、資料にない事柄を挙げる。',
    synthesis: '全体像',
    synthesisTask: 'ほかの文書をまとめる。答えが得られた点、食い違う点、未解決の点を示す。',
  },
  synthesis: {
    notice: (material) =>
      `**根拠資料集**（意思決定資料のデモ） 言語モデルを使わずに${material}からまとめたものです。各文書の記述を出典とともに並べ、結論は述べません。`,
    asks: (quote) => `依頼内容の問い：${quote}`,
    noAnswer:
      '以下に各文書の内容を並べますが、比較検討はしていません。これはデモであり、答えを出すには言語モデルか人が必要です。',
    figure: '項目',
    value: '値',
    period: '期間',
    document: '文書',
    unverified: (value) => `${value}（未検証）`,
    noFigures: '文書に数字はありません。',
    noDifferences: '二つの文書が異なる値を示す数字は見つかりませんでした。',
    noOpen: '回答のない質問はありません。',
    noFindings: '出典の記載はありません。',
  },
  counted: ({ words, references, documents }) =>
    `${words}語、${documents}点の文書への参照${references}件。`,
  observe: {
    addEvidence: '根拠を追加してください。作業に関わる記述を出典とともに引用します。',
  },
  evaluate: {
    noJudgement: '判断の質は数えられないため測っていません。',
    feedback: (task) =>
      `「${task}」の点数は語数と参照の件数によるもので、考察の質は示しません。根拠の意味は人が判断する必要があります。`,
  },
  amend: {
    asksToAdd: /追加|加え|補足|言及|含め|不足|触れ/u,
    added: (section, number) => `「${section}」の節に、これに関する記述を${number}件載せました。`,
    nothingOn: (topic) =>
      `${topic}に関する記述は依頼内容にも資料にもありません。資料を添付して作業を再実行してください。`,
    needsWriter: '判断または文章の作成を求めるもので、抜粋では応えられません。書き手が必要です。',
    sourceGone: (day) =>
      day === null
        ? ' （この出典はもう存在しません。）'
        : ` （この出典はもう存在しません。閲覧日は${day}です。）`,
    sourceSilent: ' （この出典は現在そう述べていません。）',
    quotesNew: (number) => `${number}件の記述が、出典の新しい文言を引用しています。`,
    remarked: (number) => `${number}件の記述の後に、出典についての注記を加えました。`,
    noNewWords: '出典の現在の内容は、引用できる写しがないため引用していません。',
    wordsReplaced: '該当箇所を提案された文言に置き換えました。',
    noStatement: (number) =>
      `${number}件の変更については、該当する文言と脚注を持つ記述が見つからず、何も変更していません。`,
  },
};

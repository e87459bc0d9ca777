import type { ReportTexts } from './report-texts.ts';

const quote = (name: string) => `「${name}」`;
const quoteAll = (names: string[]) => names.map(quote).join('、');

export const ja: ReportTexts = {
  fullStop: '。',
  quote,
  about: (task, words) => `${task}：${words}`,
  columns: {
    task: 'タスク',
    agent: '担当エージェント',
    model: 'モデル',
    state: '状態',
    observer: '事前確認',
    evaluation: '評価',
    rubric: '評価基準',
    words: '語数',
    cost: '費用',
    time: '所要時間',
    expectedScore: '予想スコア',
    tasksSeen: '実績タスク数',
    expectedCost: '予想費用',
    why: '理由',
    shareOfLimit: '予算に占める割合',
    askedBy: '質問者',
    asked: '回答者',
    question: '質問',
    purpose: '目的',
    calls: '呼び出し',
    counted: '計上額',
    happened: '状況',
    answered: '回答あり',
    share: '割合',
    tokensIn: '入力トークン',
    tokensOut: '出力トークン',
    modelTime: 'モデルの処理時間',
    billing: '課金',
    costPerPoints: '10点あたりの費用',
    criterion: '評価項目',
    score: '点数',
    comment: '評価者のコメント',
  },
  verdicts: {
    best: '選択：価格に対して期待される価値が高い',
    explored: '選択：品質を確かめるため',
    pinned: '選択：このモデルに固定されている',
    not_affordable: '費用が残額のうちこの作業の分を超える',
    failing: '直近の作業で失敗したため、一日使わない',
    too_risky: '良い文書になるか不確かすぎる',
    lower_value: '選択せず：期待される評価と費用を参照',
    not_tried: '別のモデルに固定されている',
    drawn_lower: '今回は選択せず',
  },
  purposes: {
    plan: 'タスクの計画',
    delegate: '相談相手の選定',
    consult: '他のエージェントへの相談',
    draft: '原稿の作成',
    observe: '原稿の確認',
    revise: '原稿の改訂',
    amend: 'ご指摘に基づく修正',
    repair: '引用の訂正',
    judge: '出典による裏付けの判定',
    challenge: '意思決定資料への反論',
    search: 'ウェブ検索',
    embed: '資料の索引作成',
    evaluate: '成果物の評価',
  },
  kinds: {
    strategy: '戦略',
    research: '調査',
    financial: '財務',
    creative: 'クリエイティブ',
    analysis: '分析',
    plan: '計画',
    general: '一般',
    synthesis: '総括',
  },
  run: {
    title: (engagement) => `実行レポート：${engagement}`,
    sections: {
      asked: 'ご依頼の内容',
      made: '作成方法',
      tasks: 'タスク',
      evidence: '引用の確認',
      conflicts: '食い違い',
      notCompleted: '未完了のタスク',
      models: 'モデルの選択',
      budget: '予算',
      unknownCalls: '結果が不明な呼び出し',
      time: '所要時間',
      consultations: 'エージェント間の相談',
      searches: '資料の検索',
    },
    outcome: ({ completed, total, endings, average, cost, duration }) => {
      const done =
        completed === total
          ? `**タスク${total}件がすべて完了しました**。`
          : `**タスク${total}件のうち${completed}件が完了しました**（${endings.join('、')}）。`;
      const quality = average === null ? '評価された成果物はありません。' : `平均スコアは100点満点中${average}点です。`;
      return `${done}${quality}この実行の費用は${cost}、所要時間は${duration}でした。`;
    },
    states: {
      completed: '完了',
      failed: '失敗',
      exhausted: '予算切れ',
      stopped: '停止',
      skipped: '見送り',
      not_started: '未着手',
    },
    endedAs: (count, state) => `${ja.run.states[state]}${count}件`,
    request: ({ client, tasks, planned, titles, more }) => {
      const source = planned ? 'ブリーフに基づいて計画' : '指定どおり';
      const list = `${titles.join('、')}${more > 0 ? `、ほか${more}件` : ''}`;
      const material = titles.length === 0 ? '添付資料はありませんでした。' : `添付資料：${list}。`;
      return `お客様：${client}。タスク${tasks}件（${source}）。${material}`;
    },
    offline: ({ names, answered, offline }) => {
      const share = offline === answered ? `回答${answered}件のすべて` : `回答${answered}件のうち${offline}件`;
      return (
        `${share}に**オフラインモデルを使用しました**（${names}）。このモデルはブリーフと添付資料から内容を抽出するもので、` +
        '費用はかかりません。言語モデルによる検討は行われていません。スコアは形式と網羅性を示すもので、判断の質を示すものではありません。'
      );
    },
    budget: {
      limit: '案件の予算',
      changedLimit: '案件の予算（実行開始後に変更）',
      spentByRun: '今回の実行での支出',
      spentOverAll: 'すべての実行での支出',
      reserved: '処理中の呼び出しのための引当',
      left: '残額',
    },
    tokens: (input, output) => `トークン：入力${input}、出力${output}。`,
    time: ({ started, reported, duration, paused }) =>
      `開始：${started}、報告：${reported}。所要時間は${duration}${paused === null ? '' : `（うち一時停止${paused}）`}です。`,
    conflicts:
      '同じ項目について、情報源または文書の値が食い違っています。お渡しする前に、どの値が正しいかをご確認ください。',
    givenBy: (value, filename) => `${value}（${filename}）`,
    fromRecord: '記録済みの回答',
    noConsultation: 'エージェント間の相談はありませんでした。',
    moreSearches: (count) => `ほか${count}件はログにあります。`,
    query: ({ agent, title, id, rows, truncated }) =>
      `${agent}は表に「${title}」を照会しました（Query ${id}、${truncated ? `最初の${rows}行` : `${rows}行`}）。`,
    unknownCalls: (calls, cost) =>
      `呼び出し${calls}件が回答のないまま終了し、課金の有無は不明です。予算には最も不利な場合の合計${cost}を計上しています。` +
      '実際の請求額はこれより少ないことがあります。',
  },
  unfinished: {
    entry: (task, reason, remedy) => `**${task}**：${reason}*対応*：${remedy}。`,
    reasons: {
      failed: '理由の記録がないまま失敗しました',
      exhausted: '予算を使い切りました',
      skipped: '前提となるタスクが完了しませんでした',
      stopped: '停止されました',
      not_started: '着手する前に実行が終了しました',
    },
    kept: (filename) => `文書 ${filename} は評価なしで保存されています。`,
    rerun: (filename) => `${filename} を再実行してください`,
    startAgain: '実行をもう一度開始してください（すべての文書の新しい版が作成されます）',
    resolveFirst: (tasks, again) => `先に${quoteAll(tasks)}を解決したうえで、${again}`,
    resolveCause: (again) => `上記の原因を解消したうえで、${again}`,
    budgetThen: (advice, again) => `${advice}。そのうえで、${again}`,
    raiseAbove: (limit) => `予算を${limit}より増額してください`,
    raiseTo: ({ limit, raised, open, typical }) =>
      `予算を${limit}から${raised}以上に増額してください（未完了${open}件、完了タスク1件あたり${typical}）`,
  },
  review: {
    title: (engagement) => `運用レビュー：${engagement}`,
    sections: {
      advice: '改善の提案',
      byPurpose: '目的別の費用と時間',
      byModel: 'モデル別の費用と時間',
      byAgent: 'エージェント別の費用と時間',
      retries: '再試行と失敗',
      quality: '品質と費用',
      criteria: '点数の低い評価項目',
    },
    summary: ({ calls, answered, cost, work, paused, modelTime, atOnce, longest }) =>
      `モデルの呼び出しは${calls}件（うち回答あり${answered}件）、費用は${cost}でした。実行の作業時間は${work}` +
      `${paused === null ? '' : `、一時停止は${paused}`}、モデルの処理時間は${modelTime}` +
      `${atOnce === null ? '' : `（平均同時呼び出し数${atOnce}）`}です。` +
      `${longest === null ? '' : `最も時間を要したタスクは${quote(longest.task)}（${longest.duration}）です。`}`,
    noAdvice: '今回の実行には、提案の基準に達した数値はありません。',
    noCall: '呼び出しはありませんでした。',
    allAnswered: 'すべての呼び出しに1回目で回答がありました。',
    lost: ({ lost, calls, share, retries }) =>
      `呼び出し${calls}件のうち${lost}件（${share}）で有効な回答が得られませんでした。再試行は${retries}件です。`,
    billing: { none: '課金なし', billed: '課金あり・利用不可', unknown: '不明（最も不利な額を計上）' },
    noScore: '評価されたタスクはありません。',
    noCriterion: '採点された評価項目はありません。',
  },
  advice: {
    exhausted: (open, advice) => `タスク${open}件を残して予算を使い切りました。${advice}。`,
    failures: ({ failed, skipped, tasks }) => {
      const lost = skipped > 0 ? `、そのためさらに${skipped}件に着手できませんでした` : '';
      return `タスク${failed}件が失敗し${lost === '' ? 'ました' : lost}。先に${quoteAll(tasks)}を解決してください（理由は実行レポートにあります）。`;
    },
    offline: (offline, answered) =>
      `回答${answered}件のうち${offline}件はオフラインモデルによるものです。文書をお客様にお渡しする前に言語モデルのプロバイダーを` +
      '接続し、今回の実行には表れていない費用を見込んでください。',
    lostTries: ({ model, lost, calls, share }) =>
      `${model}は呼び出し${calls}件のうち${lost}件（${share}）で有効な回答を返しませんでした。プロバイダーとレート制限を確認するか、` +
      'モデルカタログから外してください。',
    unusable: ({ cost, answers, models }) =>
      `${models}の利用できない回答${answers}件に${cost}を支払いました。指定の形式に従うモデルを使えば、この費用は不要になります。`,
    unknownCost: ({ counted, cost, share }) =>
      `${cost}のうち${counted}（${share}）は、結果が不明な呼び出しを最も不利に見積もった額です。プロバイダーの請求書と照合し、` +
      '予算が不足する場合は差額分を増額してください。',
    waiting: ({ atOnce, duration, dependent, tasks }) =>
      `${duration}の間に同時に動いたタスクは平均${atOnce}件でした。タスク${tasks}件のうち${dependent}件が他のタスクを待つためです。` +
      '不要な依存関係を外してください。',
    weakTask: ({ task, score, limit, lowest, filename }) =>
      `${quote(task)}のスコアは${score}点で、基準の${limit}点を下回りました` +
      `${lowest === null ? '' : `（最も低い評価項目は${lowest.criterion}の${lowest.score}点）`}。この項目についての指摘を添えて、` +
      `${filename} の改訂を依頼してください。`,
    weakCriterion: ({ criterion, average, tasks, limit }) =>
      `${criterion}の平均はタスク${tasks}件で${average}点と、基準の${limit}点を下回りました。求める内容をブリーフまたはタスクの説明に` +
      '記載してください。',
    missingEvidence: (average, tasks) =>
      `添付資料は0件で、根拠に関する評価項目の平均はタスク${tasks}件で${average}点でした。文書の裏付けとなる資料を添付してください。`,
    disagreement: ({ task, observed, score, points }) =>
      `${quote(task)}では、事前確認（${observed}点）と評価（${score}点）に${points}点の差があります。承認の前にご自身でお読みください。`,
    revisions: ({ revised, drafted, tasks }) =>
      `タスク${tasks}件の原稿${drafted}件のうち${revised}件が事前確認で差し戻されました。タスクの説明をより明確にすると、` +
      '書き直しを避けられます。',
    budgetLeft: ({ left, limit, share, cost }) =>
      `予算${limit}の残りは${left}（${share}）で、今回の実行には${cost}かかりました。次回の実行までに予算を増額してください。`,
    checking: ({ cost, share, models }) =>
      `確認と評価に${models}で${cost}（実行の${share}）かかりました。モデルカタログのより安価な標準モデルなら費用を抑えられます。`,
    consulting: (cost, share) =>
      `エージェント間の相談に${cost}（実行の${share}）かかりました。実行レポートにある質問への答えをタスクの説明に記載すると、` +
      '相談は不要になります。',
    dearTask: ({ task, cost, share, tasks }) =>
      `${quote(task)}に${cost}（タスク${tasks}件の実行の${share}）かかりました。範囲を絞るか、分割してください。`,
    costWithoutQuality: ({ task, cost, times, score, others, model }) =>
      `${quote(task)}の費用は${cost}と他のタスクの平均の${times}倍でしたが、スコアは他の${others}点に対して${score}点でした。` +
      `このタスクでは${model ?? '使用したモデル'}は費用に見合いませんでした。`,
  },
  libraryTitle: ({ engagement, completed, total, kinds, average }) => {
    const done = completed === total ? `タスク${completed}件` : `タスク${total}件中${completed}件`;
    const score = average === null ? '未評価' : `平均${average}点`;
    return `${engagement}：${done}（${kinds.join('、')}）、${score}`;
  },
};

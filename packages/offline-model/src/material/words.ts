/** Words without a topic, of all languages that are read. */
const stopWords: ReadonlySet<string> = readList(`
  a about above across after again against along among around all also am an and any are as at be because been before being below between both but by can
  cannot could did do does doing done down during each either else etc few for from further get gets getting give given go
  had has have having he her here hers him his how however i if in into is it its itself just let like made make makes may
  me might more most much must my need needs neither new no nor not now of off on once one only or other our ours out over
  own per please rather same see shall she should since so some still such than that the their theirs them then there these
  they this those through to too toward towards under until up upon us use used using very via want wants was we well were
  what when where whether which while who whom whose why will with within without would yet you your yours

  ab aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bis bitte da damit dann das dass dem den denen der deren des
  dessen die dies diese diesem diesen dieser dieses doch dort durch ein eine einem einen einer eines er es etwa für gegen gibt habe haben
  hat hatte ihr ihre ihrem ihren ihrer im in ist ja jede jedem jeden jeder jedes kann kein keine keinen können man mehr mit muss müssen
  nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit sich sie sind so soll sollen sollte sowie über um und uns
  unser unsere unserem unseren unserer unter vom von vor war waren warum was weil welche welchem welchen welcher welches wenn wer werden wie
  wir wird wo worauf wurde wurden zu zum zur zwischen

  à afin ainsi au aucun aucune aussi autre autres aux avant avec bien car ce cela celle celles celui ces cet cette ceux chaque chez combien comme comment
  dans de depuis des deux doit doivent donc dont du elle elles en encore entre est et étaient était été être eux fait faut il ils je jusque la le les leur
  leurs lors lui mais même mêmes moins ne ni nos notre nous on ont ou où par pas peu peut peuvent plus plusieurs pour pourquoi quand que quel
  quelle quelles quels qui quoi sa sans se sera ses si son sont sous sur ta tous tout toute toutes très un une vers vos votre vous y

  al algo algunos ante antes aquel aún cada como cómo con contra cual cuál cuales cuáles cuando cuándo cuánto cuánta cuántos del desde donde dónde
  durante e el ella ellas ellos entre era es esa ese eso esta está están este esto estos fue ha han hasta hay la las le les lo los más me mi
  mientras muy nada ni no nos nosotros o os otra otro otros para pero poco por porque pues que qué quien quién se sea según ser si sí sin sino
  sobre son su sus también tan tanto tiene tienen todo todos tras tu u un una unas uno unos y ya

  事 年 月 日 的 等 当社 弊社 以下 以上 場合 際 何 方 中`);

/** Words that order work, or name the document and its parts, instead of a topic. */
const orderWords: ReadonlySet<string> = readList(`
  add address against analyse analysis analyze answer approach ask asked assess assessment base based baseline begin better bring brief
  build calculate choose client collect colleague compare complete compute concrete consider cover create deliver deliverable describe detail
  dated decide decision determine develop differ document draft engagement establish evaluate evidence examine expand explain explore fact find
  finding first focus full gather general give good grade help hold identify implementation include information input investigate issue key kind known level list look main
  material matter mention missing name note open outline overview part point possible prepare present produce project propose provide question quote
  recommend recommendation report request require research result review say said section sentence set short show side sort
  source specific start state statement step structure study suggest summarise summarize summary support task tell text thing together topic turn understand useful way weigh
  whole work write percent percentage year month week day average number cause reason

  analysieren analyse antwort aufgabe aufzeigen auftrag berechnen bericht beschreiben bewerten bewertung darstellen dokument empfehlen empfehlung entwickeln
  erarbeiten ermitteln erstellen fakten frage fragen grund gründe herausfinden kunde liste nennen prozent prüfen quelle schätzen
  stellen darstellen legen tragen bringen tabelle thema überblick untersuchen vergleichen vorlegen vorschlagen wichtig ziel ziele zeigen zahl zahlen jahr jahre monat monate woche tag tage

  analyser analyse aperçu comparer client conseiller décrire définir déterminer document donner élaborer établir étude évaluer examiner faits
  identifier liste montrer objectif partie préparer présenter proposer question rapport rédiger recommander recommandation réponse source synthèse
  analysez comparez décrivez établissez évaluez identifiez préparez présentez proposez rédigez montrez expliquez calculez estimez rassemblez
  tableau tâche thème trouver pour cent année années an ans mois semaine jour jours nombre chiffre chiffres

  analizar análisis aportar calcular cliente comparar definir describir desarrollar determinar documento elaborar encontrar estudio evaluar
  explicar fuente hechos identificar informe lista mostrar objetivo parte pregunta preparar presentar proponer recomendar recomendación
  analicen comparen describan elaboren evalúen expliquen identifiquen muestren preparen presenten propongan redacten
  redactar respuesta resumen tabla tarea tema ciento año años mes meses semana día días número cifra cifras

  分析 検討 作成 提案 説明 調査 評価 比較 整理 確認 報告 報告書 資料 質問 課題 目的 依頼 文書 表 一覧 推奨 結論 必要 理由 数字 数値`);

function readList(words: string): Set<string> {
  return new Set(words.split(/\s+/).filter(Boolean));
}

export interface Word {
  stem: string;
  shown: string;
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Particles and endings of Japanese. Topical words have a Chinese character or are in katakana. */
const hiraganaOnly = /^[\p{Script=Hiragana}ー]+$/u;
const japaneseWords = new Intl.Segmenter('ja', { granularity: 'word' });
const maxWordLength = 40;
const maxRunLength = 2_000;
const leastStem = 4;

/** Reads the words of a line without stop words. Scripts without spaces are segmented. */
function readWords(text: string): Word[] {
  const words: Word[] = [];
  for (const [shown] of text.matchAll(wordPattern)) {
    if (unspacedPattern.test(shown)) pushUnspaced(shown.slice(0, maxRunLength), words);
    else {
      const lower = shown.slice(0, maxWordLength).toLowerCase();
      if ((lower.length > 1 || /\p{N}/u.test(lower)) && !stopWords.has(lower))
        words.push({ stem: stemWord(lower), shown });
    }
  }
  return words;
}

/** Reads the stems of a line in order, with repetitions. */
export function readStems(text: string): string[] {
  return readWords(text).map((word) => word.stem);
}

/** Reads the topical words in order of first use, each stem once. */
export function readTopicWords(text: string): Word[] {
  const seen = new Map<string, Word>();
  for (const word of readWords(text)) {
    if (isTopicWord(word) && !seen.has(word.stem)) seen.set(word.stem, word);
  }
  return [...seen.values()];
}

/** True unless the word orders work ("assess", "prüfen") or is a bare number. */
function isTopicWord({ shown, stem }: Word): boolean {
  return !/^\p{N}+$/u.test(shown) && !orderStems.has(stem);
}

/** Reduces forms of a European language's word to one stem: prices and pricing, Kosten and Kost. */
function stemWord(lower: string): string {
  if (lower.length < leastStem || /\d/.test(lower)) return lower;
  const folded = isPlain.test(lower)
    ? lower
    : lower.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
  let stem = folded.endsWith('ies')
    ? `${folded.slice(0, -3)}y`
    : folded.replace(/(?<=[^siu])s$/, '');
  for (;;) {
    const left = stem.length - leastStem;
    const ending = endings.find((end) => end.length <= left && stem.endsWith(end));
    if (ending === undefined) return stem;
    stem = stem.slice(0, -ending.length);
  }
}

const isPlain = /^[a-z]+$/;
const endings = ['ing', 'ed', 'en', 'er', 'em', 'es', 'os', 'as', 'e', 'n', 's', 'a', 'o'];
const orderStems: ReadonlySet<string> = new Set([...orderWords].map(stemWord));

function pushUnspaced(run: string, words: Word[]): void {
  for (const { segment } of japaneseWords.segment(run)) {
    if (!hiraganaOnly.test(segment) && !stopWords.has(segment))
      words.push({ stem: segment, shown: segment });
  }
}

export function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const stem of a) if (b.has(stem)) shared += 1;
  return shared;
}

/** Returns the share of the smaller set that is also in the other set. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return countShared(a, b) / Math.max(1, Math.min(a.size, b.size));
}

/** Words that carry no topic, of all languages that are read. */
export const stopWords: ReadonlySet<string> = readList(`
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
export const orderWords: ReadonlySet<string> = readList(`
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

/** Words that name no topic on their own: that one of them is missing says nothing. */
export const weakWords: ReadonlySet<string> = readList(`
  time times wrong right public private option options risk risks way ways kind kinds type types length size future past current general possible
  good bad high low great greatest big large small long short late early last next place use role reference references
  zeit zeiten falsch richtig öffentlich möglichkeit möglichkeiten risiko risiken art weise länge größe rolle bezug ort
  temps fois faux public publique option options risque risques manière façon sorte longueur taille rôle lieu possible
  tiempo tiempos mal público pública opción opciones riesgo riesgos manera forma tipo longitud tamaño papel lugar posible
  時間 時期 誤り 公共 選択肢 リスク 方法 種類 長さ 大きさ 可能 場所 役割`);

function readList(words: string): Set<string> {
  return new Set(words.split(/\s+/).filter(Boolean));
}

import type { Frame } from './en.ts';

const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number < 2 ? one : many}`;

export const french: Frame = {
  evidenceFor: (task) => `Éléments factuels pour : ${task}`,
  notice: (material) =>
    `**Dossier factuel**, une démonstration : extrait sans modèle de langage à partir ${material}. Il cite littéralement ce qui s’y trouve, calcule sur les tableaux par des requêtes et dit ce qui n’y figure pas, sans jugement ni conseil.`,
  brief: 'du brief',
  briefHeading: 'Brief',
  sources: (number) => `de ${count(number, 'source jointe', 'sources jointes')}`,
  earlierDocuments: (number) => `de ${count(number, 'document antérieur', 'documents antérieurs')}`,
  pages: (number) => `de ${count(number, 'page web', 'pages web')}`,
  answers: (number) => `de ${count(number, 'réponse', 'réponses')}`,
  askedOf: (question) => `Personne n’a répondu à la question : ${question}`,
  generated: (material) => `par extraction à partir ${material}`,
  untitled: 'Sans titre',
  headings: {
    question: 'La question',
    answers: 'Réponses',
    assumptions: 'Hypothèses',
    facts: 'Faits',
    tables: 'Tableaux',
    gaps: 'Lacunes',
    upstream: 'Documents antérieurs',
    answer: 'La réponse',
    figures: 'Les chiffres qui décident',
    differences: 'Là où les documents divergent',
    open: 'Ce qui reste ouvert',
    findings: 'Ce que disent les documents',
  },
  nothing: {
    facts: 'Aucun énoncé du brief ou des sources ne partage de mots avec cette tâche.',
    tables:
      'Aucun tableau des sources ne concerne cette tâche, ou des documents antérieurs le montrent.',
    gaps: 'Chaque question de la tâche partage des mots avec les documents. Il n’a pas été jugé s’ils y répondent.',
  },
  notAnswered:
    '**Ne figure pas dans les documents.** Aucun énoncé, tableau ou document antérieur ne contient la moitié des mots de cette question.',
  notInMaterial: (asked) => `*${asked}* : ne figure pas dans les documents.`,
  steered: (names) =>
    `Peut-on se fier à ${names} ? Un texte qui ressemble à des instructions y a été ignoré : des mots qui cherchent à diriger le rédacteur ; ils n’ont pas été suivis.`,
  shownRows: 'Seules les premières lignes et colonnes sont reproduites.',
  query: {
    source: (file) => `Calculé par des requêtes sur toutes les lignes de ${file}.`,
    rows: 'nombre de lignes',
    mean: (column) => `${column} (moyenne)`,
    weighted: (column, weight) => `${column} (moyenne pondérée par ${weight})`,
    allRows: 'Toutes les lignes',
    period: 'période',
    lowest: (column) => `${column} (valeur la plus basse)`,
    highest: (column) => `${column} (valeur la plus haute)`,
    share: 'part en %',
    groups: 'nombre de groupes',
    change: 'variation depuis le début',
    changePercent: 'variation en %',
    totalsOf: (table) => `Totaux de ${table}`,
    by: (value, column) => `${value} par ${column}`,
    changesOf: (table, from, to) => `${table} : variations de ${from} à ${to}`,
    range: (highest, lowest) => `maximum ${highest}, minimum ${lowest}`,
    shareOf: (part, whole) => `${part} en part de ${whole}`,
    per: (money, unit) => `${money} par ${unit}`,
    sumIs: (column, sum) => `${column} : somme de ${sum}.`,
    meanIs: (column, mean, lowest, highest) =>
      `La moyenne simple de ${column}, sans pondération, est de ${mean} ; la valeur la plus basse est de ${lowest}, la plus haute de ${highest}.`,
    weightedIs: (column, weight, weighted, mean, lowest, highest) =>
      `La moyenne de ${column}, pondérée par ${weight}, est de ${weighted} ; la moyenne simple est de ${mean} ; la valeur la plus basse est de ${lowest}, la plus haute de ${highest}.`,
    shareIs: (name, share, divided, range) =>
      `${name} : ${share} (${divided})${range && ` ; ${range}`}.`,
    perIs: (name, divided, list, all) =>
      `${name} (${divided}) : ${list} ; sur toutes les lignes ${all}.`,
    group: (name, value, share) => `${name} ${value} (part ${share})`,
    each: (value, column, list) => `${value} par ${column} : ${list}.`,
    largest: (value, column, list) => `${value} par ${column}, les plus grandes valeurs : ${list}.`,
    changeIs: ({ name, from, to, start, end, change }) =>
      `${name} : de ${start} (${from}) à ${end} (${to}), soit une variation de ${change}.`,
  },
  budget: {
    word: /\bbudget/i,
    question: (sentence) => `Quel est le budget ? La demande dit : ${sentence}`,
    assumption:
      'Nous continuons sans limite : les options sont comparées par leur prix, aucune n’est écartée.',
    impact: 'Avec le montant, nous pourrons dire quelles options il couvre.',
  },
  consult: {
    found: 'Énoncés des documents sur cette question, mot pour mot :',
    nothing:
      'Ne figure pas dans les documents : ni le brief ni les sources ne se prononcent sur cette question.',
  },
  plan: {
    evidence: 'État des connaissances',
    evidenceTask:
      'Rassembler ce que disent le brief et les sources, avec leur provenance, et nommer ce qu’ils ne couvrent pas.',
    asks: (quote) => `Le brief demande : « ${quote} »`,
    requestTask:
      'Rassembler les faits sur ce point et nommer ce qui ne figure pas dans les documents.',
    synthesis: 'Vue d’ensemble',
    synthesisTask:
      'Réunir les autres documents : ce à quoi ils répondent, où ils divergent et ce qui reste ouvert.',
  },
  synthesis: {
    notice: (material) =>
      `**Dossier factuel**, une démonstration de note de décision : composé sans modèle de langage à partir ${material}. Il énumère ce que disent les documents, avec leurs sources, et ne conclut rien.`,
    asks: (quote) => `La demande pose la question : ${quote}`,
    noAnswer:
      'Les documents sont énumérés ci-dessous et non pesés : ceci est une démonstration, et une réponse demande un modèle de langage ou une personne.',
    figure: 'Indicateur',
    value: 'Valeur',
    period: 'Période',
    document: 'Document',
    unverified: (value) => `${value} (non vérifié)`,
    noFigures: 'Les documents ne donnent aucun chiffre.',
    noDifferences:
      'Aucun chiffre n’a été trouvé auquel deux documents donnent des valeurs différentes.',
    noOpen: 'Aucune question n’est sans réponse.',
    noFindings: 'Il ne cite aucune source.',
  },
  counted: ({ words, references, documents }) =>
    `${count(words, 'mot')}, ${count(references, 'renvoi')} à ${count(documents, 'document')}.`,
  observe: {
    addEvidence:
      'Ajouter des preuves : citer les énoncés qui concernent la tâche, chacun avec sa source.',
  },
  evaluate: {
    noJudgement: 'Le jugement n’a pas été mesuré, car un comptage ne le saisit pas.',
    feedback: (task) =>
      `La note de « ${task} » compte les mots et les renvois. Elle ne dit rien de la qualité de la réflexion. C’est à une personne de juger ce que les faits signifient.`,
  },
  amend: {
    asksToAdd: /(?<!\p{L})(?:ajout|complét|mentionn|inclu|manqu)/iu,
    added: (section, number) =>
      `La section « ${section} » contient maintenant ${count(number, 'énoncé')} à ce sujet.`,
    nothingOn: (topic) =>
      `Ni le brief ni les sources ne disent quoi que ce soit sur ${topic}. Joignez une source à ce sujet et relancez la tâche.`,
    needsWriter:
      'Cela demande un jugement ou une formulation que l’extraction ne peut fournir ; il faut un rédacteur.',
    sourceGone: (day) =>
      day === null
        ? ' (La source n’existe plus.)'
        : ` (La source n’existe plus ; elle a été lue le ${day}.)`,
    sourceSilent: ' (La source ne le dit plus.)',
    quotesNew: (number) =>
      `${count(number, 'énoncé cite', 'énoncés citent')} maintenant les nouveaux mots de la source.`,
    remarked: (number) => `Une remarque sur la source suit maintenant ${count(number, 'énoncé')}.`,
    noNewWords: 'Ce que la source dit maintenant n’est pas cité : il n’en existe pas de copie.',
    wordsReplaced: 'Les mots proposés remplacent désormais le passage.',
    noStatement: (number) =>
      `Pour ${count(number, 'changement')}, aucun énoncé avec ces mots et ces notes n’a été trouvé ; rien n’a été modifié.`,
  },
};

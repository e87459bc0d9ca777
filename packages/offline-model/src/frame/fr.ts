import type { AskedName, Frame } from './en.ts';

const feminine =
  /^(?:enveloppe|limite|cible|marge|subvention|capacité|part(?!e)|réserve|remise|croissance|redevance|caution|pénalité|fréquence|norme|dotation|date|échéance|ouverture|livraison|ville|variante|option|commune)/iu;
const plural = /(?<!pri|préavi)[sx]$/iu;

/** Asks which one a name means, with its article: "Quel est le budget". */
function whichIs({ name, noun }: AskedName): string {
  const [word = ''] = noun.split(' ');
  const ending = feminine.test(word) ? 'le' : '';
  if (plural.test(word)) return `Quel${ending}s sont les ${name}`;
  const article = /^[aeiouéèêhœ]/iu.test(name) ? 'l’' : ending === '' ? 'le ' : 'la ';
  return `Quel${ending} est ${article}${name}`;
}
const ask = (asked: AskedName, sentence: string) => `${whichIs(asked)} ? La demande dit : ${sentence}.`;

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number < 2 ? one : many}`;

export const french: Frame = {
  evidenceFor: (task) => `Éléments factuels pour : ${task}`,
  notice: (material) =>
    `**Dossier factuel**, extrait sans modèle de langage à partir ${material}. Il rapporte ce qui s’y trouve et ce qui y manque, sans jugement ni conseil. Les citations sont littérales ; chaque chiffre calculé indique son calcul.`,
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
    facts: 'Faits',
    tables: 'Tableaux',
    conflicts: 'Contradictions entre les sources',
    gaps: 'Lacunes',
    questions: 'Questions ouvertes pour le client',
    upstream: 'Documents antérieurs',
    answers: 'Réponses',
    assumptions: 'Hypothèses',
    answer: 'La réponse',
    figures: 'Les chiffres qui décident',
    differences: 'Là où les documents divergent',
    open: 'Ce qui reste ouvert',
    conclusions: 'Conclusions des documents',
  },
  nothing: {
    facts: 'Aucun énoncé du brief ou des sources ne partage de mots avec cette tâche.',
    tables: 'Aucun tableau des sources ne concerne cette tâche.',
    conflicts: 'Aucune paire de passages donnant des chiffres différents pour la même chose n’a été trouvée.',
    gaps: 'Tout ce que la tâche nomme apparaît dans le brief ou les sources. Il n’a pas été jugé si cela suffit.',
    questions: 'La comparaison de la tâche avec les documents n’en fait apparaître aucune.',
  },
  table: {
    figure: 'Chiffre calculé',
    value: 'Valeur',
    total: 'Total',
    computed: 'Calculé sur l’ensemble des lignes, hors lignes de total :',
    shownRows: 'Seules les premières lignes sont reproduites.',
    hiddenColumns: (number) => `${count(number, 'autre colonne', 'autres colonnes')} dans la source.`,
    elsewhere: (tables) => `Reproduits et calculés dans des documents antérieurs : ${tables}.`,
    partial: 'Rien n’a été calculé : certaines lignes ou colonnes de ce tableau n’ont pas pu être lues.',
    unclear: (columns) =>
      `Non calculé : ${columns}. Les nombres peuvent se lire de deux façons ou ont plusieurs unités.`,
    sum: (column) => `${column} : somme`,
    mean: (column) => `${column} : moyenne`,
    weightedMean: (column, weight) => `${column} : moyenne pondérée par ${weight}`,
    ends: (column) => `${column} : maximum et minimum`,
    highest: 'maximum',
    lowest: 'minimum',
    range: (highest, lowest) => `maximum ${highest}, minimum ${lowest}`,
    shares: (column) => `${column} : parts`,
    change: (row, from, to) => `${row} : évolution de ${from} à ${to}`,
    by: (column, category) => `${column} par ${category}`,
    shareOf: (part, whole) => `${part} en part de ${whole}`,
    per: (money, unit) => `${money} par ${unit}`,
  },
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
    sumIs: (column, sum) => `${column} : somme de ${sum}.`,
    meanIs: (column, mean, lowest, highest) =>
      `La moyenne simple de ${column}, sans pondération, est de ${mean} ; la valeur la plus basse est de ${lowest}, la plus haute de ${highest}.`,
    weightedIs: (column, weight, weighted, mean, lowest, highest) =>
      `La moyenne de ${column}, pondérée par ${weight}, est de ${weighted} ; la moyenne simple est de ${mean} ; la valeur la plus basse est de ${lowest}, la plus haute de ${highest}.`,
    shareIs: (name, share, divided, range) => `${name} : ${share} (${divided})${range && ` ; ${range}`}.`,
    perIs: (name, divided, list, all) => `${name} (${divided}) : ${list} ; sur toutes les lignes ${all}.`,
    group: (name, value, share) => `${name} ${value} (part ${share})`,
    each: (value, column, list) => `${value} par ${column} : ${list}.`,
    largest: (value, column, list) => `${value} par ${column}, les plus grandes valeurs : ${list}.`,
    changeIs: ({ name, from, to, start, end, change }) =>
      `${name} : de ${start} (${from}) à ${end} (${to}), soit une variation de ${change}.`,
  },
  conflicts: {
    intro: 'Ces chiffres divergent ou ne mesurent pas la même chose. Il n’a pas été jugé lequel est exact.',
    or: (one, other) => `${one} ou ${other}`,
    sumOfRows: 'la somme des lignes',
    wrongTotal: (table, column, sum, given) =>
      `**${table}, ${column}** : la somme des lignes est ${sum}, le tableau indique un total de ${given}`,
  },
  gaps: {
    silent: (asked) => `*${asked}* : la tâche le demande ; aucun énoncé ni tableau n’a été trouvé.`,
    words: (words) => `Nommé dans la tâche et nulle part dans les documents : ${words}.`,
    stated: 'Ce que les documents eux-mêmes disent inconnu :',
  },
  asking: {
    question: { amount: ask, target: ask, date: ask, choice: ask },
    assumption: {
      amount: 'Nous continuons sans limite : les options sont comparées par leur prix, aucune n’est écartée.',
      target: 'Nous continuons sans cette valeur : les options sont comparées entre elles, aucune n’y est mesurée.',
      date: 'Nous continuons sans cette date : les étapes sont mises en ordre, aucune n’est dite en retard.',
      choice: 'Nous continuons sans ce choix : tout ce que les sources nomment est traité de la même façon.',
    },
    impact: {
      amount: 'Avec le montant, nous pourrons dire quelles options il couvre.',
      target: 'Avec la valeur, nous pourrons dire quelles options l’atteignent.',
      date: 'Avec la date, nous pourrons dire ce qui sera prêt à temps.',
      choice: 'Avec ce choix, nous l’examinerons de près, et le reste pour comparaison seulement.',
    },
  },
  questions: {
    conflict: (figures) => `Quel chiffre est exact, ${figures} ?`,
    total: (table, column, sum, given) => `Quel total de ${column} dans ${table} est exact : ${sum} ou ${given} ?`,
    gap: (asked) => `Que pouvez-vous nous dire ou nous envoyer sur *${asked}* ?`,
    unclear: (table, columns) => `Comment faut-il lire les nombres de ${columns} dans ${table} ?`,
    partial: (table) =>
      `Pouvez-vous envoyer ${table} sous forme de tableau complet, avec un seul en-tête et toutes les lignes ?`,
    steered: (names) =>
      `Peut-on se fier à ${names} ? Un texte qui ressemble à des instructions y a été ignoré : des mots qui cherchent à diriger le rédacteur ; ils n’ont pas été suivis.`,
  },
  holds: (headings) => `contient ${headings}.`,
  consult: {
    found: 'Énoncés des documents sur cette question, mot pour mot :',
    nothing: 'Le brief et les sources ne contiennent aucun énoncé sur cette question.',
  },
  plan: {
    evidence: 'État des connaissances',
    evidenceTask:
      'Rassembler ce que disent le brief et les sources, avec leur provenance, et nommer ce qu’ils ne couvrent pas.',
    asks: (quote) => `Le brief demande : « ${quote} »`,
    requestTask: 'Rassembler les faits sur ce point, comparer les chiffres des sources et nommer ce qui manque.',
    synthesis: 'Vue d’ensemble',
    synthesisTask: 'Réunir les autres documents : ce à quoi ils répondent, où ils divergent et ce qui reste ouvert.',
  },
  synthesis: {
    notice: (material) =>
      `**Note de décision**, composée sans modèle de langue à partir ${material}. Elle dit, dans les mots des documents, ce qu’ils concluent, et n’ajoute aucun jugement.`,
    asks: (quote) => `La demande pose la question : ${quote}`,
    inFigures: 'En chiffres, les documents disent :',
    silentOn: (points) => `Ils ne contiennent aucun énoncé sur : ${points}.`,
    noAnswer:
      'Aucun document ne tire de conclusion ni ne donne de recommandation : ils contiennent les éléments, et choisir demande un jugement que l’extraction ne porte pas.',
    further: 'Autres énoncés',
    evidenceOnly: (documents) => `Éléments sans conclusion : ${documents}.`,
    above: 'Sa conclusion est la réponse ci-dessus.',
    figure: 'Indicateur',
    value: 'Valeur',
    period: 'Période',
    document: 'Document',
    unverified: (value) => `${value} (non vérifié)`,
    noFigures: 'Les documents ne donnent aucun chiffre.',
    noDifferences: 'Aucun chiffre n’a été trouvé auquel deux documents donnent des valeurs différentes.',
    noOpen: 'Les documents ne nomment rien qui reste ouvert.',
  },
  measured: (references, documents, rows, open) =>
    `${count(references, 'renvoi')} à ${count(documents, 'document')}, ${count(rows, 'ligne')} de tableau, ${count(open, 'entrée')} sur les lacunes et les questions ouvertes`,
  observe: {
    removeFigure: (figure) => `Supprimer le chiffre « ${figure} » : il ne figure ni dans le brief ni dans une source.`,
    addEvidence: 'Ajouter des preuves : citer les énoncés qui concernent la tâche, chacun avec sa source.',
    listQuestions: 'Ajouter une section de questions ouvertes : ce que les documents laissent inconnu.',
  },
  evaluate: {
    noJudgement: 'Le jugement n’a pas été mesuré, car un comptage ne le saisit pas',
    feedback: (task, words, references) =>
      `« ${task} » compte ${count(words, 'mot')} et ${count(references, 'renvoi')}. Ces notes sont des comptages et ne disent rien de la qualité de la réflexion. C’est à une personne de juger ce que les faits signifient.`,
  },
  amend: {
    added: (section, number) => `La section « ${section} » contient maintenant ${count(number, 'énoncé')} à ce sujet.`,
    nothingOn: (topic) =>
      `Ni le brief ni les sources ne disent quoi que ce soit sur ${topic}. Joignez une source à ce sujet et relancez la tâche.`,
    needsWriter: 'Cela demande un jugement ou une formulation que l’extraction ne peut fournir ; il faut un rédacteur.',
    sectionRemoved: (sections) => `Section ${sections} retirée.`,
    entriesRemoved: (number) => `${count(number, 'entrée retirée', 'entrées retirées')}.`,
    nothingToRemove: (topic) => `Rien à retirer n’a été trouvé sur ${topic}.`,
    cannotShorten: 'Les listes sont déjà aussi courtes que possible sans perdre un constat.',
    sourceGone: (day) =>
      day === null ? ' (La source n’existe plus.)' : ` (La source n’existe plus ; elle a été lue le ${day}.)`,
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

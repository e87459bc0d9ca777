import type { Language } from '@ecp/language/language';

const en = {
  title: 'Statement on the use of AI',
  heads: {
    documents: 'Documents',
    decisions: 'What people decided',
    models: 'Models',
    checks: 'Checks of the statements',
    attestations: 'Attestations',
  },
  columns: {
    document: 'Document',
    version: 'Version',
    agents: 'AI agents',
    program: 'Program',
    people: 'People',
    approved: 'Approval',
    day: 'Day',
    by: 'By',
    decision: 'Decision',
    model: 'Model',
    provider: 'Provider',
    calls: 'Calls',
    input: 'Tokens in',
    output: 'Tokens out',
    cost: 'Cost',
    result: 'Result',
    count: 'Number',
  },
  states: {
    verified: 'Holds: the cited source carries it',
    computed: 'Holds: it follows from cited figures by a calculation',
    unjudged: 'Not judged: source, words and values stand, and nobody judged the meaning',
    setByText: 'Set by the text itself, as an assumption or a proposal',
    altered: 'Open: the source says it differently',
    unsupported: 'Open: the source does not carry it',
    missingSource: 'Open: the cited source is not there',
    uncited: 'Open: no source is cited',
    conflicts: 'Open contradictions between documents or between sources',
  },
  actions: { approve: 'approved', request_revision: 'asked for a revision', reject: 'rejected' },
  approvedOpen: 'approved in spite of open statements, with a reason',
  notApproved: 'Not approved',
  released: 'released to a client',
  offlineModel: 'Offline program (no language model)',
  unknownProvider: 'Not on record',
  sentences: {
    lead: 'This statement tells how AI was used for the documents of “{engagement}”, prepared for {client}, and what people did. Its sentences and figures follow from the records of the work on {day}.',
    byAgents:
      '{count, plural, one {One document stands as AI agents wrote it.} other {# documents stand as AI agents wrote them.}}',
    byBoth:
      '{count, plural, one {One document has words of AI agents and of people.} other {# documents have words of AI agents and of people.}}',
    byPeople: '{count, plural, one {People wrote one document.} other {People wrote # documents.}}',
    byProgram:
      '{count, plural, one {One document stands as the program wrote it.} other {# documents stand as the program wrote them.}}',
    byProgramAndPeople:
      '{count, plural, one {One document has words of the program and of people.} other {# documents have words of the program and of people.}}',
    offlineOnly:
      'No language model was used: a program without a model put the texts together, by searching and quoting the material.',
    noModel: 'No language model was used: people wrote everything.',
    noCalls: 'No call of a language model is on record for this work.',
    models:
      '{count, plural, one {One language model was used: {names}.} other {# language models were used: {names}.}}',
    modelsWithCalls:
      '{count, plural, one {One language model was used: {names}.} other {# language models were used: {names}.}} {calls, plural, one {One call was} other {# calls were}} made, at a cost of {cost}.',
    unrecorded:
      '{count, plural, one {One language model is named for the documents, {names}; its calls are not on record here.} other {# language models are named for the documents, {names}; their calls are not on record here.}}',
    unchecked: 'No statement of the documents was checked against its source.',
    checked:
      '{total, plural, one {One statement was checked against its source} other {# statements were checked against their sources}}: {held, plural, =0 {none holds} one {one holds} other {# hold}}, {unjudged, plural, =0 {none is left unjudged} one {one is not judged} other {# are not judged}}, and {open, plural, =0 {none is open} one {one is open} other {# are open}}.',
    conflicts:
      '{count, plural, =0 {No contradiction between documents or sources is open.} one {One contradiction between documents or sources is open.} other {# contradictions between documents or sources are open.}}',
    approved:
      '{rest, plural, =0 {{count, plural, one {The document is approved.} other {All # documents are approved.}}} other {{approved, plural, =0 {No document is approved.} other {# of {count} documents are approved.}}}}',
    overridden:
      '{count, plural, one {One approval was given in spite of open statements, with a reason on record.} other {# approvals were given in spite of open statements, with reasons on record.}}',
    attested: '{names} attested to the documents.',
    notAttested: 'Nobody has attested to the documents.',
    shares:
      'Shares are of the words that stand in the document. A word is an agent’s as long as it stands as the agent wrote it; a word that a person wrote, imported or put in its place is a person’s.',
    moreDecisions:
      '{count, plural, one {One earlier decision is not shown.} other {# earlier decisions are not shown.}}',
    calls:
      'Calls for planning, writing, checking and scoring count, over all runs of the engagement, those for earlier versions included.',
    approvedBy: '{by}, {day}',
    releasedTo: 'released to {names}',
    version: '{title} (version {version})',
    attestedBy: '{by}, {day}, about {documents}',
  },
};

/** The words of a statement of AI use in one language. Sentences are ICU messages. */
export type StatementTexts = typeof en;

export const statementTexts: Record<Language, StatementTexts> = {
  en,
  de: {
    title: 'Erklärung zum Einsatz von KI',
    heads: {
      documents: 'Dokumente',
      decisions: 'Was Menschen entschieden haben',
      models: 'Modelle',
      checks: 'Prüfung der Aussagen',
      attestations: 'Persönliche Bestätigungen',
    },
    columns: {
      document: 'Dokument',
      version: 'Fassung',
      agents: 'KI-Agenten',
      program: 'Programm',
      people: 'Menschen',
      approved: 'Genehmigung',
      day: 'Tag',
      by: 'Von',
      decision: 'Entscheidung',
      model: 'Modell',
      provider: 'Anbieter',
      calls: 'Aufrufe',
      input: 'Token ein',
      output: 'Token aus',
      cost: 'Kosten',
      result: 'Ergebnis',
      count: 'Anzahl',
    },
    states: {
      verified: 'Hält: die angegebene Quelle trägt die Aussage',
      computed: 'Hält: folgt aus belegten Zahlen durch eine Rechnung',
      unjudged:
        'Nicht beurteilt: Quelle, Wortlaut und Werte stimmen, den Sinn hat niemand beurteilt',
      setByText: 'Vom Text selbst gesetzt, als Annahme oder Vorschlag',
      altered: 'Offen: die Quelle sagt es anders',
      unsupported: 'Offen: die Quelle trägt die Aussage nicht',
      missingSource: 'Offen: die angegebene Quelle ist nicht da',
      uncited: 'Offen: keine Quelle angegeben',
      conflicts: 'Offene Widersprüche zwischen Dokumenten oder zwischen Quellen',
    },
    actions: {
      approve: 'genehmigt',
      request_revision: 'Überarbeitung verlangt',
      reject: 'abgelehnt',
    },
    approvedOpen: 'trotz offener Aussagen genehmigt, mit Begründung',
    notApproved: 'Nicht genehmigt',
    released: 'für einen Kunden freigegeben',
    offlineModel: 'Offline-Programm (kein Sprachmodell)',
    unknownProvider: 'Nicht verzeichnet',
    sentences: {
      lead: 'Diese Erklärung sagt, wie KI für die Dokumente von „{engagement}“, erstellt für {client}, eingesetzt wurde und was Menschen getan haben. Ihre Sätze und Zahlen folgen aus den Aufzeichnungen der Arbeit am {day}.',
      byAgents:
        '{count, plural, one {Ein Dokument steht so, wie KI-Agenten es geschrieben haben.} other {# Dokumente stehen so, wie KI-Agenten sie geschrieben haben.}}',
      byBoth:
        '{count, plural, one {Ein Dokument hat Wörter von KI-Agenten und von Menschen.} other {# Dokumente haben Wörter von KI-Agenten und von Menschen.}}',
      byPeople:
        '{count, plural, one {Ein Dokument haben Menschen geschrieben.} other {# Dokumente haben Menschen geschrieben.}}',
      byProgram:
        '{count, plural, one {Ein Dokument steht so, wie das Programm es geschrieben hat.} other {# Dokumente stehen so, wie das Programm sie geschrieben hat.}}',
      byProgramAndPeople:
        '{count, plural, one {Ein Dokument hat Wörter des Programms und von Menschen.} other {# Dokumente haben Wörter des Programms und von Menschen.}}',
      offlineOnly:
        'Es wurde kein Sprachmodell eingesetzt: Ein Programm ohne Modell hat die Texte zusammengestellt, indem es das Material durchsucht und zitiert hat.',
      noModel: 'Es wurde kein Sprachmodell eingesetzt: Menschen haben alles geschrieben.',
      noCalls: 'Für diese Arbeit ist kein Aufruf eines Sprachmodells verzeichnet.',
      models:
        '{count, plural, one {Eingesetzt wurde ein Sprachmodell: {names}.} other {Eingesetzt wurden # Sprachmodelle: {names}.}}',
      modelsWithCalls:
        '{count, plural, one {Eingesetzt wurde ein Sprachmodell: {names}.} other {Eingesetzt wurden # Sprachmodelle: {names}.}} {calls, plural, one {Ein Aufruf} other {# Aufrufe}}, Kosten {cost}.',
      unrecorded:
        '{count, plural, one {Für die Dokumente ist ein Sprachmodell genannt, {names}; seine Aufrufe sind hier nicht verzeichnet.} other {Für die Dokumente sind # Sprachmodelle genannt, {names}; ihre Aufrufe sind hier nicht verzeichnet.}}',
      unchecked: 'Keine Aussage der Dokumente wurde mit ihrer Quelle verglichen.',
      checked:
        '{total, plural, one {Eine Aussage wurde mit ihrer Quelle verglichen} other {# Aussagen wurden mit ihren Quellen verglichen}}: {held, plural, =0 {keine hält} one {eine hält} other {# halten}}, {unjudged, plural, =0 {keine blieb unbeurteilt} one {eine ist nicht beurteilt} other {# sind nicht beurteilt}}, und {open, plural, =0 {keine ist offen} one {eine ist offen} other {# sind offen}}.',
      conflicts:
        '{count, plural, =0 {Kein Widerspruch zwischen Dokumenten oder Quellen ist offen.} one {Ein Widerspruch zwischen Dokumenten oder Quellen ist offen.} other {# Widersprüche zwischen Dokumenten oder Quellen sind offen.}}',
      approved:
        '{rest, plural, =0 {{count, plural, one {Das Dokument ist genehmigt.} other {Alle # Dokumente sind genehmigt.}}} other {{approved, plural, =0 {Kein Dokument ist genehmigt.} one {Eines von {count} Dokumenten ist genehmigt.} other {# von {count} Dokumenten sind genehmigt.}}}}',
      overridden:
        '{count, plural, one {Eine Genehmigung wurde trotz offener Aussagen erteilt; die Begründung ist verzeichnet.} other {# Genehmigungen wurden trotz offener Aussagen erteilt; die Begründungen sind verzeichnet.}}',
      attested: 'Für die Dokumente stehen persönlich ein: {names}.',
      notAttested: 'Niemand hat eine persönliche Bestätigung zu den Dokumenten abgegeben.',
      shares:
        'Die Anteile beziehen sich auf die Wörter, die im Dokument stehen. Ein Wort gehört einem Agenten, solange es so steht, wie er es geschrieben hat; ein Wort, das ein Mensch geschrieben, eingefügt oder an seine Stelle gesetzt hat, gehört einem Menschen.',
      moreDecisions:
        '{count, plural, one {Eine frühere Entscheidung ist nicht gezeigt.} other {# frühere Entscheidungen sind nicht gezeigt.}}',
      calls:
        'Gezählt sind Aufrufe zum Planen, Schreiben, Prüfen und Bewerten in allen Läufen des Projekts, auch die für frühere Fassungen.',
      approvedBy: '{by}, {day}',
      releasedTo: 'freigegeben für {names}',
      version: '{title} (Fassung {version})',
      attestedBy: '{by}, {day}, zu {documents}',
    },
  },
  fr: {
    title: 'Déclaration sur l’utilisation de l’IA',
    heads: {
      documents: 'Documents',
      decisions: 'Ce que des personnes ont décidé',
      models: 'Modèles',
      checks: 'Vérification des affirmations',
      attestations: 'Attestations',
    },
    columns: {
      document: 'Document',
      version: 'Version',
      agents: 'Agents d’IA',
      program: 'Programme',
      people: 'Personnes',
      approved: 'Approbation',
      day: 'Jour',
      by: 'Par',
      decision: 'Décision',
      model: 'Modèle',
      provider: 'Fournisseur',
      calls: 'Appels',
      input: 'Jetons en entrée',
      output: 'Jetons en sortie',
      cost: 'Coût',
      result: 'Résultat',
      count: 'Nombre',
    },
    states: {
      verified: 'Tient : la source citée la porte',
      computed: 'Tient : elle se déduit de chiffres cités par un calcul',
      unjudged: 'Non jugée : source, mots et valeurs concordent, personne n’a jugé le sens',
      setByText: 'Posé par le texte lui-même, comme hypothèse ou proposition',
      altered: 'Ouverte : la source le dit autrement',
      unsupported: 'Ouverte : la source ne la porte pas',
      missingSource: 'Ouverte : la source citée est introuvable',
      uncited: 'Ouverte : aucune source n’est citée',
      conflicts: 'Contradictions ouvertes entre documents ou entre sources',
    },
    actions: { approve: 'approuvé', request_revision: 'révision demandée', reject: 'rejeté' },
    approvedOpen: 'approuvé malgré des affirmations ouvertes, avec motif',
    notApproved: 'Non approuvé',
    released: 'diffusé à un client',
    offlineModel: 'Programme hors ligne (aucun modèle de langage)',
    unknownProvider: 'Non enregistré',
    sentences: {
      lead: 'Cette déclaration dit comment l’IA a été utilisée pour les documents de « {engagement} », préparés pour {client}, et ce que des personnes ont fait. Ses phrases et ses chiffres découlent des enregistrements du travail au {day}.',
      byAgents:
        '{count, plural, one {Un document est tel que des agents d’IA l’ont écrit.} other {# documents sont tels que des agents d’IA les ont écrits.}}',
      byBoth:
        '{count, plural, one {Un document contient des mots d’agents d’IA et de personnes.} other {# documents contiennent des mots d’agents d’IA et de personnes.}}',
      byPeople:
        '{count, plural, one {Un document a été écrit par des personnes.} other {# documents ont été écrits par des personnes.}}',
      byProgram:
        '{count, plural, one {Un document est tel que le programme l’a écrit.} other {# documents sont tels que le programme les a écrits.}}',
      byProgramAndPeople:
        '{count, plural, one {Un document contient des mots du programme et de personnes.} other {# documents contiennent des mots du programme et de personnes.}}',
      offlineOnly:
        'Aucun modèle de langage n’a été utilisé : un programme sans modèle a composé les textes en cherchant et en citant dans les pièces.',
      noModel: 'Aucun modèle de langage n’a été utilisé : des personnes ont tout écrit.',
      noCalls: 'Aucun appel à un modèle de langage n’est enregistré pour ce travail.',
      models:
        '{count, plural, one {Un modèle de langage a été utilisé : {names}.} other {# modèles de langage ont été utilisés : {names}.}}',
      modelsWithCalls:
        '{count, plural, one {Un modèle de langage a été utilisé : {names}.} other {# modèles de langage ont été utilisés : {names}.}} {calls, plural, one {Un appel} other {# appels}}, pour un coût de {cost}.',
      unrecorded:
        '{count, plural, one {Un modèle de langage est nommé pour les documents, {names} ; ses appels ne sont pas enregistrés ici.} other {# modèles de langage sont nommés pour les documents, {names} ; leurs appels ne sont pas enregistrés ici.}}',
      unchecked: 'Aucune affirmation des documents n’a été comparée à sa source.',
      checked:
        '{total, plural, one {Une affirmation a été comparée à sa source} other {# affirmations ont été comparées à leurs sources}} : {held, plural, =0 {aucune ne tient} one {une tient} other {# tiennent}}, {unjudged, plural, =0 {aucune n’est restée sans jugement} one {une n’est pas jugée} other {# ne sont pas jugées}}, et {open, plural, =0 {aucune n’est ouverte} one {une est ouverte} other {# sont ouvertes}}.',
      conflicts:
        '{count, plural, =0 {Aucune contradiction entre documents ou sources n’est ouverte.} one {Une contradiction entre documents ou sources est ouverte.} other {# contradictions entre documents ou sources sont ouvertes.}}',
      approved:
        '{rest, plural, =0 {{count, plural, one {Le document est approuvé.} other {Les # documents sont approuvés.}}} other {{approved, plural, =0 {Aucun document n’est approuvé.} one {Un des {count} documents est approuvé.} other {# des {count} documents sont approuvés.}}}}',
      overridden:
        '{count, plural, one {Une approbation a été donnée malgré des affirmations ouvertes ; le motif est enregistré.} other {# approbations ont été données malgré des affirmations ouvertes ; les motifs sont enregistrés.}}',
      attested: 'Ont attesté les documents : {names}.',
      notAttested: 'Personne n’a attesté les documents.',
      shares:
        'Les parts sont celles des mots présents dans le document. Un mot est celui d’un agent tant qu’il reste tel que l’agent l’a écrit ; un mot qu’une personne a écrit, importé ou mis à sa place est celui d’une personne.',
      moreDecisions:
        '{count, plural, one {Une décision antérieure n’est pas montrée.} other {# décisions antérieures ne sont pas montrées.}}',
      calls:
        'Sont comptés les appels pour planifier, écrire, vérifier et noter, dans toutes les exécutions de la mission, y compris pour les versions antérieures.',
      approvedBy: '{by}, {day}',
      releasedTo: 'diffusé à {names}',
      version: '{title} (version {version})',
      attestedBy: '{by}, {day}, sur {documents}',
    },
  },
  es: {
    title: 'Declaración sobre el uso de IA',
    heads: {
      documents: 'Documentos',
      decisions: 'Lo que decidieron las personas',
      models: 'Modelos',
      checks: 'Comprobación de las afirmaciones',
      attestations: 'Atestaciones',
    },
    columns: {
      document: 'Documento',
      version: 'Versión',
      agents: 'Agentes de IA',
      program: 'Programa',
      people: 'Personas',
      approved: 'Aprobación',
      day: 'Día',
      by: 'Por',
      decision: 'Decisión',
      model: 'Modelo',
      provider: 'Proveedor',
      calls: 'Llamadas',
      input: 'Tokens de entrada',
      output: 'Tokens de salida',
      cost: 'Coste',
      result: 'Resultado',
      count: 'Número',
    },
    states: {
      verified: 'Se sostiene: la fuente citada la respalda',
      computed: 'Se sostiene: se deduce de cifras citadas mediante un cálculo',
      unjudged: 'Sin juzgar: fuente, palabras y valores coinciden, nadie juzgó el sentido',
      setByText: 'Fijado por el propio texto, como supuesto o propuesta',
      altered: 'Abierta: la fuente lo dice de otro modo',
      unsupported: 'Abierta: la fuente no la respalda',
      missingSource: 'Abierta: la fuente citada no está',
      uncited: 'Abierta: no se cita ninguna fuente',
      conflicts: 'Contradicciones abiertas entre documentos o entre fuentes',
    },
    actions: { approve: 'aprobado', request_revision: 'revisión solicitada', reject: 'rechazado' },
    approvedOpen: 'aprobado pese a afirmaciones abiertas, con motivo',
    notApproved: 'Sin aprobar',
    released: 'entregado a un cliente',
    offlineModel: 'Programa sin conexión (ningún modelo de lenguaje)',
    unknownProvider: 'Sin registro',
    sentences: {
      lead: 'Esta declaración dice cómo se usó la IA para los documentos de «{engagement}», preparados para {client}, y qué hicieron las personas. Sus frases y cifras se deducen de los registros del trabajo a {day}.',
      byAgents:
        '{count, plural, one {Un documento está tal como lo escribieron agentes de IA.} other {# documentos están tal como los escribieron agentes de IA.}}',
      byBoth:
        '{count, plural, one {Un documento tiene palabras de agentes de IA y de personas.} other {# documentos tienen palabras de agentes de IA y de personas.}}',
      byPeople:
        '{count, plural, one {Un documento lo escribieron personas.} other {# documentos los escribieron personas.}}',
      byProgram:
        '{count, plural, one {Un documento está tal como lo escribió el programa.} other {# documentos están tal como los escribió el programa.}}',
      byProgramAndPeople:
        '{count, plural, one {Un documento tiene palabras del programa y de personas.} other {# documentos tienen palabras del programa y de personas.}}',
      offlineOnly:
        'No se usó ningún modelo de lenguaje: un programa sin modelo compuso los textos buscando y citando en el material.',
      noModel: 'No se usó ningún modelo de lenguaje: todo lo escribieron personas.',
      noCalls: 'No consta ninguna llamada a un modelo de lenguaje para este trabajo.',
      models:
        '{count, plural, one {Se usó un modelo de lenguaje: {names}.} other {Se usaron # modelos de lenguaje: {names}.}}',
      modelsWithCalls:
        '{count, plural, one {Se usó un modelo de lenguaje: {names}.} other {Se usaron # modelos de lenguaje: {names}.}} {calls, plural, one {Una llamada} other {# llamadas}}, con un coste de {cost}.',
      unrecorded:
        '{count, plural, one {Para los documentos consta un modelo de lenguaje, {names}; sus llamadas no constan aquí.} other {Para los documentos constan # modelos de lenguaje, {names}; sus llamadas no constan aquí.}}',
      unchecked: 'Ninguna afirmación de los documentos se comparó con su fuente.',
      checked:
        '{total, plural, one {Una afirmación se comparó con su fuente} other {# afirmaciones se compararon con sus fuentes}}: {held, plural, =0 {ninguna se sostiene} one {una se sostiene} other {# se sostienen}}, {unjudged, plural, =0 {ninguna quedó sin juzgar} one {una está sin juzgar} other {# están sin juzgar}} y {open, plural, =0 {ninguna está abierta} one {una está abierta} other {# están abiertas}}.',
      conflicts:
        '{count, plural, =0 {No hay contradicciones abiertas entre documentos o fuentes.} one {Una contradicción entre documentos o fuentes está abierta.} other {# contradicciones entre documentos o fuentes están abiertas.}}',
      approved:
        '{rest, plural, =0 {{count, plural, one {El documento está aprobado.} other {Los # documentos están aprobados.}}} other {{approved, plural, =0 {Ningún documento está aprobado.} one {Uno de {count} documentos está aprobado.} other {# de {count} documentos están aprobados.}}}}',
      overridden:
        '{count, plural, one {Una aprobación se dio pese a afirmaciones abiertas; el motivo consta.} other {# aprobaciones se dieron pese a afirmaciones abiertas; los motivos constan.}}',
      attested: 'Respondieron de los documentos: {names}.',
      notAttested: 'Nadie ha respondido de los documentos con una atestación.',
      shares:
        'Las partes son de las palabras que están en el documento. Una palabra es de un agente mientras siga como el agente la escribió; una palabra que una persona escribió, importó o puso en su lugar es de una persona.',
      moreDecisions:
        '{count, plural, one {No se muestra una decisión anterior.} other {No se muestran # decisiones anteriores.}}',
      calls:
        'Se cuentan las llamadas para planificar, escribir, comprobar y puntuar en todas las ejecuciones del proyecto, también las de versiones anteriores.',
      approvedBy: '{by}, {day}',
      releasedTo: 'entregado a {names}',
      version: '{title} (versión {version})',
      attestedBy: '{by}, {day}, sobre {documents}',
    },
  },
  ja: {
    title: 'AI利用説明書',
    heads: {
      documents: '文書',
      decisions: '人が決めたこと',
      models: 'モデル',
      checks: '記述の検証',
      attestations: '確認の表明',
    },
    columns: {
      document: '文書',
      version: '版',
      agents: 'AIエージェント',
      program: 'プログラム',
      people: '人',
      approved: '承認',
      day: '日付',
      by: '実施者',
      decision: '決定',
      model: 'モデル',
      provider: '提供者',
      calls: '呼び出し',
      input: '入力トークン',
      output: '出力トークン',
      cost: '費用',
      result: '結果',
      count: '件数',
    },
    states: {
      verified: '確認済み：引用元が裏付けている',
      computed: '確認済み：引用した数値から計算で導かれる',
      unjudged: '未判定：引用元・語句・数値は一致するが、意味は判定されていない',
      setByText: '本文が自ら定めた値（前提または提案）',
      altered: '未解決：引用元の内容と異なる',
      unsupported: '未解決：引用元が裏付けていない',
      missingSource: '未解決：引用元が見つからない',
      uncited: '未解決：引用元が示されていない',
      conflicts: '文書間または資料間の未解決の矛盾',
    },
    actions: { approve: '承認', request_revision: '修正依頼', reject: '却下' },
    approvedOpen: '未解決の記述があるまま承認（理由あり）',
    notApproved: '未承認',
    released: 'クライアントに公開',
    offlineModel: 'オフラインプログラム（言語モデルではない）',
    unknownProvider: '記録なし',
    sentences: {
      lead: '本書は、{client}向け案件「{engagement}」の文書においてAIがどのように使われ、人が何を行ったかを示します。記載する文と数値は、{day}時点の作業記録に基づきます。',
      byAgents: '{count, plural, other {#件の文書は、AIエージェントが書いたままです。}}',
      byBoth: '{count, plural, other {#件の文書には、AIエージェントの言葉と人の言葉があります。}}',
      byPeople: '{count, plural, other {#件の文書は、人が書きました。}}',
      byProgram: '{count, plural, other {#件の文書は、プログラムが書いたままです。}}',
      byProgramAndPeople:
        '{count, plural, other {#件の文書には、プログラムの言葉と人の言葉があります。}}',
      offlineOnly:
        '言語モデルは使われていません。モデルを持たないプログラムが、資料の検索と引用によって文章をまとめました。',
      noModel: '言語モデルは使われていません。すべて人が書きました。',
      noCalls: 'この作業について、言語モデルの呼び出しの記録はありません。',
      models: '{count, plural, other {#個の言語モデルが使われました：{names}。}}',
      modelsWithCalls:
        '{count, plural, other {#個の言語モデルが使われました：{names}。}}{calls, plural, other {呼び出しは#回、}}費用は合計{cost}です。',
      unrecorded:
        '{count, plural, other {文書には#個の言語モデル（{names}）が記されていますが、その呼び出しはここには記録されていません。}}',
      unchecked: '文書の記述は、引用元と照合されていません。',
      checked:
        '{total, plural, other {#件の記述を引用元と照合しました。}}確認済み{held, plural, other {#件}}、未判定{unjudged, plural, other {#件}}、未解決{open, plural, other {#件}}です。',
      conflicts:
        '{count, plural, =0 {文書間または資料間に、未解決の矛盾はありません。} other {文書間または資料間に、未解決の矛盾が#件あります。}}',
      approved:
        '{rest, plural, =0 {{count, plural, other {#件の文書すべてが承認されています。}}} other {{approved, plural, =0 {承認された文書はありません。} other {{count}件の文書のうち#件が承認されています。}}}}',
      overridden:
        '{count, plural, other {#件の承認は、未解決の記述があるまま行われました。理由は記録されています。}}',
      attested: '文書の内容に責任を持つと表明した人：{names}。',
      notAttested: '文書についての確認の表明はありません。',
      shares:
        '割合は、その文書にある語の割合です。エージェントが書いたまま残っている語はエージェントの語、人が書いた語、取り込んだ語、置き換えた語は人の語として数えます。',
      moreDecisions: '{count, plural, other {これより前の#件の決定は表示していません。}}',
      calls:
        '計画、執筆、検証、評価のための呼び出しを、以前の版の分も含め、案件のすべての実行について数えています。',
      approvedBy: '{by}、{day}',
      releasedTo: '{names}に公開',
      version: '{title}（第{version}版）',
      attestedBy: '{by}、{day}、対象：{documents}',
    },
  },
};

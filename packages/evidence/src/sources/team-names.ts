/** The words before a colleague's name where a document cites advice, in the languages of documents. */
export const colleagueNames = ['Colleague', 'Kollege', 'Kollegin', 'Collègue', 'Colega', '同僚'];

/** The words by which a document cites a reviewer's notes, with or without the number of the note. */
export const reviewerNames =
  `Reviewer|Reviewer notes|Review|Note|Reviewer note|Anmerkung|Prüfer|Notiz des Prüfers|Relecteur
  |Note du relecteur|Revisor|Nota del revisor|レビュー担当者|レビューコメント`.split(/\s*\|/);

/** The word before a query's id in a footnote, in the languages of documents (contract 9). */
export const queryNames = ['Query', 'Abfrage', 'Requête', 'Consulta', 'クエリ'];

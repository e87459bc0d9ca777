import { SQLDialect } from '@codemirror/lang-sql';

/** The words of a `select` in DuckDB's dialect. What only other statements have is left out: they are refused. */
const keywords = `
  all and any as asc asof anti between by case cast collate cross cube current desc distinct else end escape except exclude
  exists false fetch filter first following for from full group grouping having ilike in inner intersect interval is join
  last lateral left like limit materialized natural not null nulls offset on only or order outer over partition pivot
  positional preceding qualify range recursive replace right rollup row rows sample semi sets similar some struct
  tablesample then ties to true try_cast unbounded union unpivot using values when where window with within select`;

const types = `
  bigint boolean date decimal double float hugeint integer interval numeric real smallint text time timestamp tinyint varchar`;

const builtin = `
  abs avg ceil coalesce concat corr count date_diff date_part date_trunc dense_rank first_value floor greatest ifnull lag
  last_value lead least length list ln lower lpad max median min mode month nullif percent_rank quantile_cont quarter rank
  regexp_extract regexp_matches regexp_replace replace round row_number split_part sqrt stddev strftime strptime string_agg
  substring sum trim upper var_samp year`;

/** DuckDB's dialect for colours and completion. The service alone decides what it runs. */
export const duckDb = SQLDialect.define({
  keywords,
  types,
  builtin,
  caseInsensitiveIdentifiers: true,
  doubleDollarQuotedStrings: true,
});

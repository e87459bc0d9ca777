/**
 * The functions of DuckDB that a query may call: those whose result depends on their arguments alone. Time, chance,
 * settings, catalogues, sequences and functions that execute text are not among them, nor is what a later DuckDB adds.
 */
const names = `
  ! !__postfix !~~ !~~* % & && * ** + - / // < <= <> = == > >= ^ ^@ | || ~ ~~ ~~* ~~~ @ @> <@ << >> -> ->> <->
  abs acos acosh asin asinh atan atan2 atanh cbrt ceil ceiling cos cosh cot degrees divide even exp factorial fdiv floor
  fmod gamma gcd greatest_common_divisor isfinite isinf isnan lcm least_common_multiple lgamma ln log log10 log2 mod
  multiply nextafter pi pow power radians round round_even roundbankers sign signbit sin sinh sqrt subtract tan tanh
  trunc xor add
  ascii bar base64 bin bit_count bit_length char_length character_length chr concat concat_ws contains
  damerau_levenshtein decode editdist3 encode ends_with format formatreadabledecimalsize formatreadablesize format_bytes
  from_base64 from_binary from_hex hamming hex ilike_escape instr jaccard jaro_similarity jaro_winkler_similarity lcase
  left left_grapheme len length length_grapheme levenshtein like_escape lower lpad ltrim md5 mismatches nfc_normalize
  not_ilike_escape not_like_escape octet_length ord parse_filename position prefix printf regexp_escape regexp_extract
  regexp_extract_all regexp_full_match regexp_matches regexp_replace regexp_split_to_array repeat replace reverse right
  right_grapheme rpad rtrim sha1 sha256 split split_part starts_with str_split str_split_regex string_split
  string_split_regex string_to_array strip_accents strlen strpos substr substring substring_grapheme suffix to_base
  to_base64 to_binary to_hex translate trim ucase unbin unhex unicode upper url_decode url_encode array_to_string
  century date_add date_diff date_part date_sub date_trunc datediff datepart datesub datetrunc day dayname dayofmonth
  dayofweek dayofyear days_in_month decade epoch epoch_ms epoch_ns epoch_us era hour isodow isoyear julian last_day
  make_date make_time make_timestamp make_timestamp_ms make_timestamp_ns microsecond millennium millisecond minute month
  monthname nanosecond quarter second strftime strptime time_bucket to_centuries to_days to_decades to_hours
  to_microseconds to_millennia to_milliseconds to_minutes to_months to_quarters to_seconds to_timestamp to_weeks to_years
  try_strptime week weekday weekofyear year yearweek normalized_interval timezone
  coalesce constant_or_null error greatest if ifnull least nullif typeof row struct_extract struct_extract_at
  struct_pack struct_concat struct_insert struct_keys struct_values struct_contains struct_position alias
  array_append array_concat array_contains array_distinct array_extract array_filter array_has array_has_all
  array_has_any array_indexof array_intersect array_length array_position array_prepend array_reverse
  array_reverse_sort array_slice array_sort array_transform array_unique array_value array_where array_zip cardinality
  element_at equi_width_bins filter flatten generate_series generate_subscripts grade_up list_any_value list_append
  list_apply list_avg list_bool_and list_bool_or list_cat list_concat list_contains list_count list_distinct
  list_element list_entropy list_extract list_filter list_first list_grade_up list_has list_has_all list_has_any
  list_histogram list_indexof list_intersect list_kurtosis list_last list_mad list_max list_median list_min list_mode
  list_pack list_position list_prepend list_product list_reduce list_resize list_reverse list_reverse_sort list_select
  list_sem list_skewness list_slice list_sort list_stddev_pop list_stddev_samp list_string_agg list_sum list_transform
  list_unique list_value list_var_pop list_var_samp list_where list_zip map map_concat map_contains map_entries
  map_extract map_extract_value map_from_entries map_keys map_values range reduce unnest
  json json_array json_array_length json_contains json_exists json_extract json_extract_path json_extract_path_text
  json_extract_string json_keys json_object json_quote json_type json_valid json_value to_json row_to_json array_to_json
  any_value arbitrary arg_max arg_max_null arg_min arg_min_null argmax argmin array_agg avg bit_and bit_or bit_xor
  bool_and bool_or corr count count_if count_star countif covar_pop covar_samp cume_dist dense_rank entropy favg fill
  first first_value fsum geomean geometric_mean group_concat histogram kahan_sum kurtosis kurtosis_pop lag last
  last_value lead list listagg mad max max_by mean median min min_by mode nth_value ntile percent_rank product quantile
  quantile_cont quantile_disc rank rank_dense regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx
  regr_sxy regr_syy row_number sem skewness stddev stddev_pop stddev_samp string_agg sum sum_no_overflow sumkahan
  var_pop var_samp variance wavg weighted_avg
`;
export const allowedFunctions: ReadonlySet<string> = new Set(names.split(/\s+/).filter((name) => name !== ''));

/** Functions that make rows of their arguments alone. No other function may stand in `from`. */
export const allowedTableFunctions: ReadonlySet<string> = new Set(['range', 'generate_series', 'unnest']);

/** Names that are functions where no column has them, so that they need no parentheses. */
export const bareFunctions: ReadonlySet<string> = new Set([
  'current_catalog',
  'current_database',
  'current_date',
  'current_role',
  'current_schema',
  'current_time',
  'current_timestamp',
  'current_user',
  'localtime',
  'localtimestamp',
  'session_user',
  'user',
]);

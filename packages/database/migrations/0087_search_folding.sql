-- The spelling in which the search compares words, in all scripts (docs/requirements/search.md). fold-words.ts folds likewise.

-- Replaces the digits of other scripts by 0 to 9. A translation looks through its list for every letter of a text, so only
-- texts with such digits are translated.
create function platform.fold_digits(given text) returns text language sql immutable strict parallel safe
  return case when given ~ '[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u17e0-\u17e9\u1810-\u1819]'
    then translate(given, U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9\0966\0967\0968\0969\096a\096b\096c\096d\096e\096f\09e6\09e7\09e8\09e9\09ea\09eb\09ec\09ed\09ee\09ef\0a66\0a67\0a68\0a69\0a6a\0a6b\0a6c\0a6d\0a6e\0a6f\0ae6\0ae7\0ae8\0ae9\0aea\0aeb\0aec\0aed\0aee\0aef\0b66\0b67\0b68\0b69\0b6a\0b6b\0b6c\0b6d\0b6e\0b6f\0be6\0be7\0be8\0be9\0bea\0beb\0bec\0bed\0bee\0bef\0c66\0c67\0c68\0c69\0c6a\0c6b\0c6c\0c6d\0c6e\0c6f\0ce6\0ce7\0ce8\0ce9\0cea\0ceb\0cec\0ced\0cee\0cef\0d66\0d67\0d68\0d69\0d6a\0d6b\0d6c\0d6d\0d6e\0d6f\0e50\0e51\0e52\0e53\0e54\0e55\0e56\0e57\0e58\0e59\0ed0\0ed1\0ed2\0ed3\0ed4\0ed5\0ed6\0ed7\0ed8\0ed9\0f20\0f21\0f22\0f23\0f24\0f25\0f26\0f27\0f28\0f29\1040\1041\1042\1043\1044\1045\1046\1047\1048\1049\17e0\17e1\17e2\17e3\17e4\17e5\17e6\17e7\17e8\17e9\1810\1811\1812\1813\1814\1815\1816\1817\1818\1819', repeat('0123456789', 17)) else given end;

-- Folds a text: without case, width, accents, vowel signs of Arabic and Hebrew and invisible characters. The letters that
-- follow are those that neither case nor decomposition makes equal: the Turkish dotless i, the final sigma, the Arabic alef
-- maqsura, ta marbuta and their Persian kin, and Latin letters with strokes.
create or replace function platform.fold_text(given text) returns text language sql immutable strict parallel safe
  return case when octet_length(given) = length(given) then lower(given)
    else replace(replace(replace(replace(platform.fold_digits(translate(
      lower(normalize(regexp_replace(normalize(given, NFKD),
        '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670'
        || '\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e'
        || '\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'), NFC)),
      U&'\0131\03c2\0649\0629\06cc\06a9\0142\00f8\0111\0127\0167', U&'i\03c3\064a\0647\064a\0643lodht')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;

-- Makes the words of a text, apart by spaces. Separators are named one by one, because the classes of letters depend on
-- the server's locale. A word before ++ or # has a second one, so that C++ and C# are found beside C.
create or replace function platform.text_words(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  unspaced constant text := platform.unspaced_letters();
  folded constant text := regexp_replace(regexp_replace(platform.fold_text(given),
    '([a-z0-9]{1,20})\+\+', '\1 \1plusplus ', 'g'), '([a-z0-9]{1,20})#(?![a-z0-9])', '\1 \1sharp ', 'g');
  spaced text := regexp_replace(folded,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7'
    || '\u05be\u060c\u061b\u061f\u066a-\u066d\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f'
    || '\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe30-\ufe4f\ufffd\U0001f000-\U0001faff]+', ' ', 'g');
begin
  if spaced ~ ('[' || unspaced || ']') then
    select string_agg(case when piece[1] is null then piece[2] else platform.pair_letters(piece[1]) end, ' ' order by place)
    into spaced
    from regexp_matches(spaced, '([' || unspaced || ']+)|([^' || unspaced || ']+)', 'g') with ordinality as pieces (piece, place);
  end if;
  return spaced;
end
$$;

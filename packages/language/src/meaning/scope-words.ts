import { compileCues } from './find-cues.ts';

/** Words for all of something. */
export const findUniversals = compileCues({
  en: `all|every|each|everyone|everybody|everything|always|entire|entirely|whole|any|anyone|both|throughout|without exception|unanimous*|across the board|complete|completely|universally|invariably|total|overall|full|fully|100 %|100%|100 percent`,
  de: `alle|allen|aller|alles|sämtlich*|jede|jeder|jedes|jedem|jeden|immer|stets|ganz|ganze|ganzen|gesamt*|ausnahmslos|überall|beide|beiden|durchweg|durchgehend|komplett*|vollständig*|einstimmig|insgesamt|100 %|100 Prozent`,
  fr: `tous|toutes|tout|toute|chaque|chacun*|toujours|entier*|entière*|ensemble|intégral*|sans exception|unanim*|les deux|partout|total*|systématiquement|100 %|100 pour cent`,
  es: `todos|todas|todo|toda|cada|siempre|entero*|entera*|totalidad|sin excepción|unánim*|ambos|ambas|conjunto|total*|complet*|sistemáticamente|cualquier*|100 %|100 por ciento`,
  ja: '全て|すべて|全員|全社員|全顧客|全店|全国|全(?=[\\p{Script=Han}])|毎|常に|いつも|必ず|あらゆる|どの.{1,6}も|各|両|全体|一律|例外なく|いずれも|完全|総',
});

/** Words for a part of something. */
export const findPartials = compileCues({
  en: `some|several|many|most|mostly|few|a few|part|partly|partial*|majority|minority|half|sometimes|often|occasionally|usually|generally|certain|a number of|one of|two of|three of|four of|five of|six of|a third of|a quarter of|some of|selected|individual|largely|mainly|predominantly|in part|in places|roughly half|in some|various|pilot|at times|frequently|typically|nearly all|almost all`,
  de: `einige|einigen|einiger|einzelne*|manche*|mehrere*|viele|vielen|vieler|meist|meisten|meistens|teil|teile|teilweise|teils|zum teil|mehrheit*|minderheit*|hälfte|manchmal|oft|häufig|gelegentlich|bestimmte*|ausgewählte*|wenige*|überwiegend*|größtenteils|zumeist|in der regel|vereinzelt|drittel|viertel|fast alle|nahezu alle|eine|ein|zwei der|drei der|vier der|fünf der|zwei von|drei von|vier von`,
  fr: `certains|certaines|certain|quelques|quelques-uns|quelques-unes|plusieurs|beaucoup|plupart|partie|partiel*|en partie|majorité|minorité|moitié|parfois|souvent|généralement|un tiers|un quart|rares|nombre de|nombreu*|divers*|principalement|largement|pilote|deux des|trois des|quatre des|une des|un des|presque tous|presque toutes|occasionnellement`,
  es: `algunos|algunas|algún|alguna|varios|varias|muchos|muchas|mayoría|minoría|mitad|parte|parcial*|en parte|a veces|a menudo|frecuentemente|generalmente|un tercio|un cuarto|pocos|pocas|ciertos|ciertas|determinad*|unos|unas|dos de|tres de|cuatro de|uno de|una de|principalmente|en gran medida|piloto|casi todos|casi todas|ocasionalmente`,
  ja: '一部|いくつか|何人か|多く|大半|過半数|半数|半分|時々|ときどき|しばしば|たまに|一つ|ある程度|数(?=[社人件店名])|大多数|部分|主に|概ね|ほとんど|場合がある|こともある|少数|複数',
});

/** Words for most of something, and for less than half. */
export const findMajorities = compileCues({
  en: 'most|mostly|majority|predominantly|largely|mainly|nearly all|almost all|the bulk of|vast majority|more than half|over half',
  de: 'meiste*|meist|meistens|mehrheit*|überwiegend*|größtenteils|mehr als die hälfte|über die hälfte|fast alle|nahezu alle|großteil*',
  fr: 'plupart|majorité|majoritairement|principalement|presque tous|presque toutes|plus de la moitié',
  es: 'mayoría|mayoritariamente|mayor parte|principalmente|casi todos|casi todas|más de la mitad',
  ja: '大半|過半数|大多数|ほとんど|半数以上|大部分',
});
export const findMinorities = compileCues({
  en: 'some|several|few|a few|a minority|minority|occasionally|sometimes|individual|one of|a third of|a quarter of|in places|selected|isolated|a handful',
  de: 'einige|einigen|einzelne*|manche*|mehrere*|wenige*|minderheit*|manchmal|gelegentlich|vereinzelt|teilweise|zum teil|eine handvoll',
  fr: 'certains|certaines|quelques|plusieurs|minorité|parfois|rares|quelques-uns|quelques-unes|une poignée',
  es: 'algunos|algunas|varios|varias|pocos|pocas|minoría|a veces|unos pocos|un puñado|ocasionalmente',
  ja: '一部|いくつか|何人か|少数|時々|ときどき|たまに|数社|数名|数人|数件|数店',
});

/** Words that widen a statement to a whole country, industry or company. */
export const findWidenings = compileCues({
  en: `nationwide|national|nationally|worldwide|global|globally|europe-wide|european|across europe|across the country|across the group|group-wide|company-wide|industry-wide|across the industry|throughout the country|in every region|everywhere|internationally|the whole country|the whole company|the whole group|the entire industry|the entire sector|the whole market|the whole industry|the whole sector|the entire market|the entire company|the entire group|market-wide|across all|universally|sector-wide|across the board|in general|all over|all of|throughout`,
  de: `bundesweit*|landesweit*|deutschlandweit*|weltweit*|global*|europaweit*|konzernweit*|unternehmensweit*|branchenweit*|in ganz *|im ganzen land|im gesamten *|in der gesamten *|in der ganzen *|überall|flächendeckend*|international*|die ganze *|die gesamte *|der gesamte *|das gesamte *|das ganze *|der ganze *|generell`,
  fr: `national*|mondial*|dans le monde entier|en europe|à l'échelle *|dans tout le *|dans toute la *|dans toute l'*|partout|l'ensemble du *|l'ensemble de la *|l'ensemble de l'*|l'ensemble des *|tout le *|toute la *|toute l'*|internationa*|global*|en général|de toute la *|de toute l'*|partout`,
  es: `nacional*|mundial*|en todo el *|en toda la *|a nivel *|en todas partes|todo el *|toda la *|global*|internacional*|en general|de toda *|de todo *|en toda *`,
  ja: '全国|世界|グローバル|全社|業界全体|国内全|市場全体|あらゆる地域|海外全|欧州全|どこでも|一般に|全域|グループ全体',
});

import type { Language } from '@ecp/language/language';

/** Sentences without footnotes, one a line: facts about the outside world, and what needs no source. */
export const uncitedCases: Record<Language, { facts: string; others: string }> = {
  en: {
    facts: `
Commuters have grown used to paying by phone.
Older tenants rarely move once they have found a flat.
The new packaging law bans single-use cups from next summer.
Rival clinics have cut their waiting times considerably.
Raw material prices have risen sharply since the spring.
The ministry has already set aside money for rural bus lines.
Skilled welders are hard to find in the region.
Hotel guests increasingly book through their phones.
Electric vans have become the standard for city deliveries.
Its largest competitor opened a second warehouse last autumn.
Demand for refurbished furniture is growing faster than supply.
Banks in the area have tightened their lending.
Customers ask more and more for vegan dishes.
Cyclists avoid the ring road because of the heavy traffic.
Nurses are leaving the profession in large numbers.
The airport plans a new terminal for low-cost carriers.
Subscriptions have replaced one-off purchases in the software business.
The railway company will close the freight line next year.
Dealers grant generous discounts on last year's models.
A new motorway links the port with the capital.
Dry summers have hurt the harvest across the country.
Online reviews decide which restaurant people choose.
Buyers of premium bikes are loyal to their brand.
Insurance companies no longer cover flood damage in the valley.
The university has opened a research centre for batteries.
Freight rates have returned to normal.`,
    others: `
The first part deals with costs, the second with people.
Three questions guide what follows.
What follows rests on interviews and on the accounts.
Let us turn to the customers.
It makes sense to open the second site only after the pilot.
The board should weigh both routes in June.
A trial in one branch is the most sensible next step.
We advise against a second warehouse for now.
Start with the two largest branches and leave the others as they are.
That makes the second route the cheaper one.
The third option therefore carries the least risk.
Two findings stand out.
A decision in the autumn leaves enough time for the tender.
The revised plan goes to the steering group in May.
Quotes are given word for word.
No contradiction was found between the two accounts.`,
  },
  de: {
    facts: `
Pendler haben sich an das Bezahlen mit dem Handy gewöhnt.
Ältere Mieter ziehen nur noch selten um.
Das neue Verpackungsgesetz verbietet Einwegbecher ab dem Sommer.
Konkurrierende Kliniken haben ihre Wartezeiten stark gesenkt.
Die Rohstoffpreise sind seit dem Frühjahr kräftig gestiegen.
Das Ministerium hat bereits Geld für Buslinien auf dem Land bereitgestellt.
Gute Schweißer sind in der Region kaum zu finden.
Hotelgäste buchen zunehmend über ihr Handy.
Elektrische Lieferwagen haben sich im Stadtverkehr durchgesetzt.
Der größte Wettbewerber hat im Herbst ein zweites Lager eröffnet.
Die Nachfrage nach gebrauchten Möbeln wächst schneller als das Angebot.
Junge Familien zahlen für regionale Ware gern mehr.
Kunden fragen verstärkt nach veganen Gerichten.
Radfahrer meiden die Ringstraße wegen des starken Verkehrs.
Pflegekräfte verlassen in großer Zahl ihren Beruf.
Der Flughafen plant ein neues Terminal für Billigflieger.
Im Softwaregeschäft haben Abonnements den Einzelkauf abgelöst.
Die Bahn wird die Güterstrecke im kommenden Jahr stilllegen.
Händler gewähren auf Vorjahresmodelle hohe Rabatte.
Eine neue Autobahn verbindet den Hafen mit der Hauptstadt.
Trockene Sommer haben der Ernte geschadet.
Bewertungen im Internet entscheiden über die Wahl des Restaurants.
Käufer teurer Räder bleiben ihrer Marke treu.
Versicherungen decken Hochwasserschäden im Tal nicht mehr ab.
Die Universität hat ein Forschungszentrum für Batterien eröffnet.
Die Frachtraten haben sich über Monate normalisiert.`,
    others: `
Der erste Teil behandelt die Kosten, der zweite die Mitarbeiter.
Drei Fragen leiten die Untersuchung.
Grundlage sind Gespräche und die Bücher des Hauses.
Wenden wir uns den Kunden zu.
Es empfiehlt sich, den zweiten Standort erst nach dem Versuch zu eröffnen.
Der Vorstand sollte beide Wege im Juni abwägen.
Ein Versuch in einer Filiale ist der sinnvollste nächste Schritt.
Von einem zweiten Lager raten wir vorerst ab.
Damit ist der zweite Weg der günstigere.
Die dritte Variante birgt deshalb das geringste Risiko.
Zwei Befunde stechen hervor.
Eine Entscheidung im Herbst lässt genug Zeit für die Ausschreibung.
Zitate stehen wörtlich da.
Zwischen den beiden Büchern wurde kein Widerspruch gefunden.`,
  },
  fr: {
    facts: `
Les usagers se sont habitués à payer avec leur téléphone.
Les locataires âgés déménagent rarement.
La nouvelle loi interdit les gobelets jetables dès l’été.
Les cliniques concurrentes ont nettement réduit leurs délais.
Les prix des matières premières ont fortement augmenté depuis le printemps.
Le ministère a déjà réservé des crédits pour les lignes de bus rurales.
Les bons soudeurs sont difficiles à trouver dans la région.
Les clients des hôtels réservent de plus en plus par téléphone.
Les camionnettes électriques se sont imposées en ville.
Le principal concurrent a ouvert un second entrepôt à l’automne.
La demande de meubles d’occasion progresse plus vite que l’offre.
Les jeunes familles paient volontiers plus cher les produits locaux.
Les clients demandent de plus en plus de plats végétariens.
Les cyclistes évitent la rocade à cause de la circulation.
Les infirmières quittent massivement la profession.
L’aéroport prévoit un nouveau terminal pour les compagnies à bas coûts.
Dans le logiciel, l’abonnement a remplacé l’achat unique.
La compagnie ferroviaire fermera la ligne de fret l’an prochain.
Les concessionnaires accordent de fortes remises sur les anciens modèles.
Une nouvelle autoroute relie le port à la capitale.
La sécheresse a réduit les récoltes dans tout le pays.
Les avis en ligne décident du choix d’un restaurant.
Les acheteurs de vélos haut de gamme restent fidèles à leur marque.
Les assurances ne couvrent plus les inondations dans la vallée.
L’université a ouvert un centre de recherche sur les batteries.
Les taux de fret sont revenus à la normale.`,
    others: `
La première partie traite des coûts, la seconde des équipes.
Trois questions guident ce travail.
Ce travail repose sur des entretiens et sur les comptes.
Passons maintenant aux clients.
Il est préférable d’ouvrir le second site après l’essai.
Le conseil devrait peser les deux voies en juin.
Un essai dans un seul magasin constitue la prochaine étape la plus sensée.
Nous déconseillons un second entrepôt pour le moment.
Cela fait de la seconde voie la moins chère.
La troisième option est donc la moins risquée.
Deux constats se dégagent.
Une décision à l’automne laisse assez de temps pour l’appel d’offres.
Les citations sont reproduites mot à mot.`,
  },
  es: {
    facts: `
Los viajeros se han acostumbrado a pagar con el móvil.
Los inquilinos mayores rara vez se mudan.
La nueva ley prohíbe los vasos desechables a partir del verano.
Las clínicas rivales han reducido mucho sus listas de espera.
Los precios de las materias primas han subido con fuerza desde la primavera.
El ministerio ya ha reservado dinero para los autobuses rurales.
Los buenos soldadores son difíciles de encontrar en la región.
En los últimos años los huéspedes reservan cada vez más por el móvil.
Las furgonetas eléctricas se han impuesto en el reparto urbano.
El principal competidor abrió un segundo almacén en otoño.
La demanda de muebles usados crece más deprisa que la oferta.
Las familias jóvenes pagan con gusto más por productos locales.
Los clientes piden cada vez más platos vegetarianos.
Los ciclistas evitan la ronda por el tráfico.
Las enfermeras abandonan en masa la profesión.
El aeropuerto prevé una nueva terminal para compañías de bajo coste.
En el software la suscripción ha sustituido a la compra única.
La compañía ferroviaria cerrará la línea de mercancías el año que viene.
Los concesionarios conceden grandes descuentos en modelos antiguos.
Una nueva autopista une el puerto con la capital.
La sequía ha dañado las cosechas en todo el país.
Las reseñas en internet deciden la elección de un restaurante.
Los compradores de bicicletas caras son fieles a su marca.
Los seguros ya no cubren las inundaciones en el valle.
La universidad ha abierto un centro de investigación de baterías.
Los fletes han vuelto a la normalidad.`,
    others: `
La primera parte trata de los costes; la segunda, de las personas.
Tres preguntas guían este trabajo.
El trabajo se apoya en entrevistas y en las cuentas.
Pasemos ahora a los clientes.
Lo más prudente es abrir el segundo local después de la prueba.
El consejo debería sopesar ambos caminos en junio.
Una prueba en una sola tienda es el siguiente paso más sensato.
Desaconsejamos por ahora un segundo almacén.
Eso hace del segundo camino el más barato.
La tercera opción es, por tanto, la menos arriesgada.
Destacan dos hallazgos.
Una decisión en otoño deja tiempo suficiente para el concurso.
Las citas se reproducen palabra por palabra.`,
  },
  ja: {
    facts: `
通勤客は携帯での支払いにすっかり慣れている。
高齢の入居者はめったに引っ越さない。
新しい容器法は来夏から使い捨てカップを禁じる。
競合する病院は待ち時間を大幅に短縮した。
原材料価格は春から急騰している。
国土交通省は地方のバス路線への補助をすでに発表した。
熟練の溶接工は地域では見つけにくい。
宿泊客はますます携帯で予約するようになっている。
電動の配送車が都市部で主流になった。
最大の競争相手は昨秋に第二倉庫を開いた。
中古家具の需要は供給を上回る勢いで伸びている。
若い家族は地元産品に高い代金を払う傾向がある。
客は植物性の料理をますます求めるようになった。
自転車の利用者は交通量の多い環状道路を避けている。
看護師の離職が相次いでいる。
空港は格安航空会社向けの新ターミナルを計画している。
ソフトウェアでは定額制が買い切りに取って代わった。
鉄道会社は来年、貨物線を廃止する。
販売店は旧モデルを大きく値引きしている。
新しい高速道路が港と首都を結んでいる。
日照りで全国の収穫が落ち込んだ。
店選びは口コミサイトの評価で決まる。
高級自転車の買い手は銘柄への忠誠心が強い。
損害保険は谷の水害を補償しなくなった。
大学は電池の研究所を開設した。
海上運賃は平常に戻った。`,
    others: `
前半では費用を、後半では人員を扱う。
三つの問いに沿って進める。
聞き取りと帳簿を基にしている。
次に顧客について述べる。
第二拠点は試行の後に開くのが賢明である。
取締役会は六月に両案を比較すべきである。
一店舗での試行が最も妥当な次の一歩である。
第二倉庫は当面見送ることを勧める。
これにより第二の道のほうが安くなる。
したがって第三の案が最も安全である。
二つの点が目を引く。
秋に決めれば入札までの時間は十分にある。
引用は原文のまま示されている。`,
  },
};

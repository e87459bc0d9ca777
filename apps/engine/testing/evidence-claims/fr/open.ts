/** Une coopérative de jardineries dans l'ouest de la France. */
export const openFrench = `
T Jardineries du Ponant : quelles priorités pour les trois prochaines années
T Jardineries du Ponant, état des lieux et pistes d’action
A La présente note expose nos constats puis nos propositions.
A Les parties qui suivent répondent aux questions de la mission dans leur ordre.
I Commençons par la situation économique de la coopérative.
I Avant de comparer les pistes, il est utile de rassembler les faits.
R Nous recommandons d’ouvrir le nouveau point de retrait en avril.
R Nous proposons de commencer par deux magasins pilotes et de trancher à l’automne.
R Nous remettrons une version révisée au conseil en mai.
E En retenant 25 commandes par jour à 48 € pièce, nous estimons le chiffre d’affaires du retrait à {times(25,48)} €
  par jour.
E Dans l’hypothèse de 15 heures économisées par semaine à 21 € l’heure, nous évaluons le gain à {times(15,21)} € par
  semaine.
U Le programme de fidélité rassemble {x1} adhérents.
U Les stocks invendus immobilisent {x2},5 M€.
V Les jeunes ménages délaissent les jardineries au profit des grandes surfaces.
V La mairie a déjà donné son accord pour l’extension du parking.
M Baromètre Jardin & Maison 2025 // Les Français jardinent davantage sur leur balcon que dans leur jardin // Les
  Français jardinent davantage sur leur balcon que dans leur jardin.
M Observatoire des jardineries de l’Ouest // La fréquentation du samedi a retrouvé son niveau habituel // La
  fréquentation du samedi est revenue à son niveau habituel.
H Conclusion
H Suite des travaux

= a 38.2..46.5; b a+1.3..a+4.9; e 1.9..2.8; c0 29.0..33.0; d 5.2..6.4; d2 d+1.1..d+2.4; x1 21000..64000 step 500; x2
  3..8
= st 241..288; ex 9.1..11.8; w1 31..38; m1 7900..9200; m2 6300..7400; m3 4400..5600; m4 2600..3500; m5 1200..1900
= n1 41..48; n2 33..38; n3 25..30; n4 17..21; n5 8..12; p1 18..26; p2 52..68; p3 9..14; p4 31..44
= i1 96..138 step 2; i2 24..31; rent 6400..9800 step 100; s1 38..47; s2 s1+5..s1+14; q1 1130..1690; v1 0.84..0.88; w
  42..58
= b1 0.8..1.4; b2 b1+0.4..b1+1.3; g1 61..79; j1 1.62..2.28; o1 1210..1480; o2 5400..6900; o3 2300..2900; k5 14..19;
  f1 210..260; f2 f1+35..f1+80; k6 21..29

# prose | Rapport annuel 2024 des Jardineries du Ponant | p. 9 | L’activité
> a1 Le chiffre d’affaires est passé de {a} M€ en 2023 à {b} M€ en 2024.
> a2 Le résultat d’exploitation s’est élevé à {e} M€.
> a3 En 2020, les ventes n’atteignaient encore que {c0} M€.
> a4 La marge du rayon animalerie a progressé de {d} % à {d2} %.
> a5 La coopérative n’a procédé à aucun licenciement.
> a6 Les vols en magasin ont reculé au moment où les horaires du soir ont été étendus.
> a7 Le magasin de Quimper pourrait fermer si son bail n’est pas renouvelé.

+ growth a1 Les ventes ont augmenté de {growth(a,b)|1} %, de {a} à {b} M€.
+ growth a1 Avec {b} M€, la coopérative a vendu {growth(a,b)|1} % de plus qu’un an plus tôt.
+ difference a1 L’activité a gagné {diff(b,a)} M€ par rapport à 2023.
- wrong_growth a1 Les ventes ont augmenté de {(b/a-1)*100+2.7|1} %, de {a} à {b} M€.
- flipped_direction a1 Les ventes ont reculé de {growth(a,b)|1} %, à {b} M€.

+ verbatim a1 Le chiffre d’affaires a atteint {b} M€ en 2024.
+ scale_conversion a1 Les ventes de 2024 représentent {times(b,1000)|0} milliers d’euros.
- other_currency a1 Le chiffre d’affaires a atteint {b} millions de dollars en 2024.
- wrong_period a1 Dès 2023, le chiffre d’affaires s’établissait à {b} M€.
- wrong_scale a1 Le chiffre d’affaires de 2024 s’établit à {b} Md€.
- other_number a1 Le chiffre d’affaires de 2024 s’établit à {b+6.3} M€.
~ Avec un chiffre d’affaires de {b} M€, la coopérative peut financer seule un premier essai.

+ margin a1,a2 Sur cent euros vendus, il en reste {margin(e,b)|1} en résultat d’exploitation.
+ margin a1,a2 La marge d’exploitation ressort ainsi à {margin(e,b)|1} %.
- wrong_share a1,a2 La marge d’exploitation ressort ainsi à {e/b*100+3.2|1} %.

+ compound_growth a1,a3 Depuis 2020, les ventes ont progressé en moyenne de {cagr(c0,b,4)|1} % par an.
+ index a1,a3 Sur une base 100 en 2020, les ventes sont aujourd’hui à {index(c0,b)|0}.
- wrong_growth a1,a3 Depuis 2020, les ventes ont progressé en moyenne de {(b/c0-1)*25+4.1|1} % par an.

+ point_change a4 L’animalerie a gagné {diff(d2,d)|1} points de marge.
+ point_change a4 À {d2} %, la marge de l’animalerie dépasse de {diff(d2,d)|1} points son niveau précédent.
- percent_for_points a4 La marge de l’animalerie s’est améliorée de {d2-d|1} %.
- widened_scope a4 La marge de l’ensemble de la coopérative a progressé de {d} % à {d2} %.
- flipped_direction a4 La marge de l’animalerie est tombée à {d} %.

+ negation a5 Personne n’a été licencié par la coopérative.
- dropped_negation a5 La coopérative a procédé à des licenciements.

+ qualitative a6 Les vols ont diminué à la même période que l’extension des horaires du soir.
- invented_cause a6 Grâce à l’extension des horaires du soir, les vols en magasin ont reculé.
- invented_cause a6 Les vols ont reculé parce que les horaires du soir ont été étendus.

+ possibility a7 Une fermeture de Quimper n’est pas exclue, faute de renouvellement du bail.
- possibility_as_fact a7 Le magasin de Quimper va fermer.

# prose | Rapport annuel 2024 des Jardineries du Ponant | p. 22 | Les équipes
> b1 Fin 2024, la coopérative employait {st} personnes, dont {w1} % à temps partiel.
> b2 Les frais de personnel se sont montés à {ex} M€.
> b3 Depuis que les plannings sont affichés un mois à l’avance, les départs sont moins nombreux.

+ per_unit b1,b2 Cela représente environ {per(ex*1000,st)|0} k€ de frais de personnel par salarié.
+ per_unit b1,b2 Un salarié coûte en moyenne {per(ex*1000,st)|0} k€ par an.
- wrong_per_unit b1,b2 Cela représente environ {ex*1000/st|0} k€ de frais de personnel par magasin.

+ remainder b1 Les {rest(w1)} % restants travaillent à temps plein.
+ remainder b1 Le temps plein concerne donc {rest(w1)} % des effectifs.
- wrong_share b1 Les {100-w1+11} % restants travaillent à temps plein.

+ share a1,b2 Les frais de personnel absorbent {share(ex,b)|1} % des ventes.
- wrong_share a1,b2 Les frais de personnel absorbent {ex/b*100+6.5|1} % des ventes.
- swapped_ratio a1,b2 Les frais de personnel sont {b/ex|1} fois supérieurs aux ventes.

+ paraphrase b3 Moins de salariés partent depuis qu’ils connaissent leur planning un mois avant.
- reversed_paraphrase b3 Les départs se sont multipliés depuis que les plannings sont affichés un mois à l’avance.

# sheet | Magasins 2024.xlsx | feuille Magasins | Les cinq magasins
> Magasin | Département | Ventes (k€) | Salariés | Tickets par jour
> c1 Brest | Finistère | {m1} | {n1} | {n1*11}
> c2 Lorient | Morbihan | {m2} | {n2} | {n2*12}
> c3 Quimper | Finistère | {m3} | {n3} | {n3*9}
> c4 Vannes | Morbihan | {m4} | {n4} | {n4*10}
> c5 Morlaix | Finistère | {m5} | {n5} | {n5*8}

+ ranking c1 Brest affiche les ventes les plus élevées des cinq magasins, {m1} k€.
+ ranking c1,c2,c3,c4,c5 Morlaix ferme la marche avec {m5} k€ de ventes.
+ table_cell c2 À Lorient, les ventes se sont établies à {m2} k€.
- wrong_superlative c2 Lorient affiche les ventes les plus élevées des cinq magasins, {m2} k€.
- wrong_superlative c4 Aucun magasin ne vend moins que Vannes, avec {m4} k€.
- wrong_row c3 À Quimper, les ventes se sont établies à {m4} k€.

+ sum c2,c4 Les deux magasins du Morbihan totalisent {sum(m2,m4)} k€ de ventes.
+ sum c1,c2,c3,c4,c5 Les cinq magasins réunis ont vendu pour {sum(m1,m2,m3,m4,m5)} k€.
+ average c1,c2,c3,c4,c5 Un magasin vend en moyenne pour {avg(m1,m2,m3,m4,m5)|0} k€.
- short_sum c1,c2,c3,c4,c5 Les cinq magasins réunis ont vendu pour {m1+m2+m3+m5} k€.
- short_sum c1,c3,c5 Les trois magasins du Finistère totalisent {m1+m3} k€ de ventes.

+ ratio c1,c5 Brest vend {ratio(m1,m5)|1} fois plus que Morlaix.
- swapped_ratio c1,c5 Morlaix vend {m1/m5|1} fois plus que Brest.
- turned_comparison c2,c3 Quimper vend davantage que Lorient.
+ count c1,c2,c3,c4,c5 Sur les cinq magasins, {below(4000,m1,m2,m3,m4,m5)} réalisent moins de 4 000 k€ de ventes.

+ per_unit c4 Vannes réalise {per(m4,n4)|0} k€ de ventes par salarié.
- wrong_column c3 Quimper emploie {n3*9} salariés.
- wrong_column c2 Lorient enregistre {n2} tickets par jour.
- wrong_per_unit c4 Vannes réalise {m4/n4|0} k€ de ventes par ticket.

|| Magasin | Ventes (k€) | Salariés
|+ c1 Brest | {m1} | {n1}
|+ c2 Lorient | {m2} | {n2}
|- wrong_row c2 Lorient | {m3} | {n2}
|+ c3 Quimper | {m3} | {n3}
|- wrong_column c3 Quimper | {n3} | {m3}
|+ c5 Morlaix | {m5} | {n5}

# csv | tarifs.csv | | Les tarifs
> Article;Unité;Prix 2023 (EUR);Prix 2024 (EUR)
> d1 Terreau 50 L;sac;{p3|2r};{p3+2|2r}
> d2 Rosier grimpant;pot;{p1|2r};{p1+3|2r}
> d3 Tondeuse électrique;pièce;{f1|2r};{f1-15|2r}
> d4 Entretien de jardin;heure;{p4|2r};{p4+4|2r}

+ growth d2 Le rosier grimpant a renchéri de {growth(p1,p1+3)|1} % en un an.
+ difference d4 L’heure d’entretien coûte {diff(p4+4,p4)} € de plus qu’en 2023.
+ table_cell d1 En 2024, le sac de terreau de 50 L se vendait {p3+2} €.
- wrong_column d4 En 2024, l’heure d’entretien coûtait {p4} €.
- wrong_row d1 En 2024, le sac de terreau de 50 L se vendait {p1+3} €.

+ qualitative d1,d2,d3,d4 Seule la tondeuse électrique a baissé de prix.
- flipped_direction d3 La tondeuse électrique a augmenté de 15 €.

# prose | Entretien avec la responsable logistique | 20 janvier 2025 | Ce que dit la logistique
> e1 « Certains fournisseurs livrent avec plus d’une semaine de retard au printemps. »
> e2 « Nous ne comptons pas les plantes jetées. »
> e3 « La serre automatique coûte {i1} k€ et nous ferait économiser {i2} k€ par an. »
> e4 « Un client sur quatre commande désormais en ligne. »
> e5 « Le loyer de l’entrepôt est de {rent} € par mois. »

+ paraphrase e1 Au printemps, une partie des fournisseurs accuse plus d’une semaine de retard.
- widened_scope e1 Tous les fournisseurs livrent avec plus d’une semaine de retard au printemps.
- reversed_paraphrase e1 Au printemps, certains fournisseurs livrent avec plus d’une semaine d’avance.

+ negation e2 Les plantes jetées ne font l’objet d’aucun comptage.
- dropped_negation e2 Les plantes jetées sont comptées.

+ payback e3 L’investissement dans la serre serait amorti en {payback(i1,i2)|1} ans.
+ payback e3 Il faut environ {payback(i1,i2)|1} ans pour récupérer le prix de la serre.
- wrong_growth e3 L’investissement dans la serre serait amorti en {i1/i2-1.8|1} ans.
- made_up_words e3 Le fabricant de la serre garantit l’économie par contrat. // le fabricant garantit l’économie par
  contrat
- possibility_as_fact e3 La serre automatique a permis d’économiser {i2} k€.

+ fraction e4 {share(1,4)} % des clients commandent désormais en ligne.
- wrong_share e4 Un client sur deux commande désormais en ligne.

+ period_conversion e5 Sur un an, l’entrepôt revient à {times(rent,12)} € de loyer.
+ period_conversion e5 Le loyer annuel de l’entrepôt est de {times(rent,12)} €.
- wrong_per_unit e5 Le loyer de l’entrepôt est de {rent} € par semaine.

# prose | Enquête Jardin et numérique | https://enquete.example/jardin | Le marché
> f1 En Suisse romande, la dépense annuelle par ménage est passée de {f1} francs en 2019 à {f2} francs en 2024.
> f2 {s2} % des ménages interrogés achètent des plantes en ligne, contre {s1} % deux ans auparavant.
> f3 Un euro valait {v1} livre sterling en moyenne.
> f4 L’enquête a été menée du 4 au 19 mars 2024 auprès de {q1} ménages bretons.
> f5 Les petites enseignes pourraient se regrouper.
> f6 Un client britannique dépense en moyenne {w} € par visite.
> f7 Les ménages bretons jardinent plus que les ménages normands.

+ compound_growth f1 En cinq ans, la dépense romande a crû de {cagr(f1,f2,5)|1} % par an.
+ growth f1 Depuis 2019, la dépense d’un ménage romand s’est accrue de {growth(f1,f2)|0} %.
- other_currency f1 En 2024, un ménage de Suisse romande a dépensé {f2} € pour son jardin.
- wrong_period f1 En 2019 déjà, la dépense par ménage s’élevait à {f2} francs en Suisse romande.

+ point_change f2 La part des acheteurs en ligne a gagné {diff(s2,s1)} points.
- percent_for_points f2 La part des acheteurs en ligne a progressé de {s2-s1} %.
- flipped_direction f2 La part des acheteurs en ligne est redescendue à {s1} %.

+ exchange f6,f3 Au cours de {v1} livre pour un euro, la visite d’un client britannique représente {times(w,v1)|0}
  livres.
+ exchange f6,f3 Cela fait environ {times(w,v1)|0} livres sterling par visite.
- other_currency f6 Un client britannique dépense en moyenne {w} livres par visite.

+ date f4 L’enquête s’est déroulée du 4 au 19 mars 2024.
+ hedged_rounding f4 Environ {about(q1,100)} ménages ont répondu.
- loose_rounding f4 Environ {q1+540} ménages ont répondu.
- widened_scope f4 L’enquête a porté sur {q1} ménages dans toute la France.

+ possibility f5 Un regroupement des petites enseignes est envisageable.
- possibility_as_fact f5 Les petites enseignes se regroupent.

+ qualitative f7 On jardine moins en Normandie qu’en Bretagne.
- turned_comparison f7 Les ménages bretons jardinent moins que les ménages normands.

+ source_difference f2,e4 Avec un client sur quatre en ligne, la coopérative reste {diff(s2,25)} points derrière les
  {s2} % de ménages qui achètent des plantes sur internet.

# prose | Compte rendu du conseil d’administration | 11 février 2025 | Les décisions du conseil
> g1 Le conseil a accordé {b1} M€ à la serre et {b2} M€ au retrait en magasin.
> g2 Aucun vote n’a eu lieu sur le magasin de Morlaix.
> g3 L’animalerie dégage {d2} % sur {k6} M€ de ventes, le reste {d-3} % sur {g1-40} M€.

+ sum g1 Au total, le conseil a débloqué {sum(b1,b2)} M€.
+ difference g1 Le retrait en magasin reçoit {diff(b2,b1)} M€ de plus que la serre.
+ multi_footnote g1,g2 Le retrait en magasin obtient {b2} M€{^1}, tandis que Morlaix n’a pas été soumis au vote{^2}.
- short_sum g1 Pour la serre et le retrait en magasin, le conseil a débloqué en tout {b2} M€.
- turned_comparison g1 La serre reçoit davantage que le retrait en magasin.

+ negation g2 Le conseil n’a pas voté sur Morlaix.
- dropped_negation g2 Le conseil a voté sur le magasin de Morlaix.

+ weighted_average g3 Pondérée par les ventes, la rentabilité ressort à {wavg(d2,k6,d-3,g1-40)|1} %.
- wrong_growth g3 Pondérée par les ventes, la rentabilité ressort à {(d2+d-3)/2+1.9|1} %.

# brief | Brief | | La mission
> i1 Les Jardineries du Ponant veulent savoir si le retrait en magasin mérite d’être étendu.
> i2 L’enveloppe est de {j1} M€.
> Merci d’écrire pour le conseil d’administration.

+ hedged_rounding i2 Le client dispose d’environ {about(j1,0.1)|1} M€.
+ verbatim i2 L’enveloppe est de {j1} M€.
- other_currency i2 L’enveloppe est de {j1} M$.
- wrong_scale i2 L’enveloppe est de {j1} k€.

# query | Commandes par canal | select canal, sum(commandes) as commandes, sum(montant) as montant from commandes
  group by canal | Les canaux
! canal:text: | commandes:number: | montant:number:k€
> Magasin | {o2} | {f1}
> Site | {o3} | {i1}
> Téléphone | {o1} | {p2}

+ query_figure Q Le site a enregistré {o3} commandes.
- wrong_query_figure Q Le site a enregistré {o3+460} commandes.
- missing_query Q Le téléphone a généré {o1} commandes.

+ query_derived Q Tous canaux confondus, on compte {sum(o2,o3,o1)} commandes.
+ query_derived Q Le site pèse {share(o3,o2+o3+o1)|0} % des commandes.
- wrong_column Q Le téléphone a généré {p2} commandes.

# colleague | analyse-marche | Claire Morvan | L’avis des collègues | Quelle est la taille du marché du jardin ?
> j1 J’évalue le marché français du jardin à {k5},6 Md€, dont {p3} % dans l’Ouest.

- colleague_invention j1 Le marché français du jardin pèse {k5},6 Md€.
- colleague_invention j1 L’Ouest représente {p3} % du marché français du jardin.

# upstream | Étude de la concurrence | etude-concurrence.md | Travaux antérieurs
> k1 {s2} % des ménages achètent des plantes en ligne.[^1]
> k2 Les places de marché prélèvent {p1} % sur chaque vente.[^2]
^ 1 verified Enquête Jardin et numérique, https://enquete.example/jardin: “{s2} % des ménages interrogés achètent
  des plantes en ligne”
^ 2 missing_source Observatoire des commissions: “{p1} % par vente”

+ upstream_verified k1 Selon l’étude de la concurrence, {s2} % des ménages achètent des plantes en ligne.
- upstream_unverified k2 Les places de marché prélèvent {p1} % sur chaque vente.
- upstream_unverified k2 Chaque vente laisse {p1} % aux places de marché.
`;

/** Un réseau de laboratoires d'analyses en Auvergne. */
export const closedFrench = `
T Réseau Labo Volcans : tenir la charge sans s’étendre
T Labo Volcans — bilan et orientations
A On trouvera d’abord les constats, puis les orientations que nous défendons.
A Chaque chapitre se referme sur la question qu’il laisse ouverte.
I Voyons d’abord d’où vient l’argent.
I Ce chapitre parle des chiffres, le suivant des équipes.
R Le réseau devrait recruter un coordinateur des tournées avant l’été.
R À notre sens, mieux vaut tester les prélèvements du soir sur un seul site, puis décider.
R Dans les semaines à venir, nous comptons essayer l’outil de rendez-vous avec deux secrétaires.
E Avec 16 prélèvements de plus par jour à 29 € l’unité, la recette augmenterait, selon notre propre calcul, de
  {times(16,29)} € par jour.
E Si l’on évite 11 trajets par semaine à 34 € chacun, le gain pourrait avoisiner {times(11,34)} € par semaine ;
  c’est une estimation de notre part.
U L’hiver passé, {x1} patients ont renoncé à attendre.
U Les assurances ont coûté {x2} k€ de plus que prévu.
V Les infirmiers libéraux quittent la région plus tôt que les médecins.
V L’État s’apprête à relever le tarif des analyses de sang.
M Panorama de la biologie médicale // les laboratoires indépendants disparaissent les uns après les autres // Les
  laboratoires indépendants disparaissent les uns après les autres.
M Lettre des soins de proximité // la plupart des sites envoient désormais leurs résultats par messagerie //
  Désormais, la plupart des sites envoient leurs résultats par messagerie.
H En résumé
H Ce qu’il reste à faire

= a 27.4..33.8; b a-3.9..a-2.0; e 1.8..2.7; c0 20.1..22.6; d 44.2..49.8; d2 d-5.3..d-2.3; x1 310..920 step 10; x2
  23..79
= st 232..294; ex 12.1..14.6; w1 46..52; w2 17..22; m1 8.1..9.4; m2 6.2..7.1; m3 4.4..5.3; m4 2.5..3.4; m5 1.1..1.7
= n1 64..75; n2 48..57; n3 34..42; n4 20..27; n5 9..14; v1 142000..168000 step 100; v2 108000..129000 step 100; v3
  74000..91000 step 100
= v4 41000..56000 step 100; v5 17000..26000 step 100; p1 26..33; p2 47..56; p3 18..22; p4 71..88; i1 204..276 step
  4; i2 46..61
= wk 1340..2160 step 10; s1 42..47; s2 s1+6..s1+14; q1 2210..3190; fx 0.93..0.97; fee 61..78; b1 240..320; b2
  b1+40..b1+150; g1 46..58
= bud 1.35..2.35; o1 3240..4110; o2 9300..11400; o3 1280..1790; k1 11..16; f1 188..214; f2 f1+18..f1+46; q2 62..71

# prose | Comptes 2024 de Labo Volcans SELAS | page 6 | D’où vient l’argent
> a1 Produits de l’exercice : {b} millions d’euros ({a} millions en 2023).
> a2 Le bénéfice net est de {e} millions d’euros.
> a3 Cinq ans plus tôt, en 2019, les produits s’établissaient à {c0} millions d’euros.
> a4 Les contrats hospitaliers ont fourni {d2} % des analyses, après {d} % l’exercice précédent.
> a5 Aucune dépréciation n’a été passée.
> a6 Les réclamations se sont faites plus rares pendant les mois où les nouveaux accueils ont ouvert.
> a7 Sous réserve du permis de construire, le site d’Issoire peut être agrandi en 2026.

+ growth a1 Les produits se sont contractés de {drop(a,b)|1} %, passant de {a} à {b} millions d’euros.
+ growth a1 L’exercice se solde par un repli des produits de {drop(a,b)|1} %.
+ difference a1 Il manque {diff(a,b)|1} millions d’euros de produits par rapport à l’exercice 2023.
- wrong_growth a1 Les produits se sont contractés de {drop(a,b)+3.4|1} %, passant de {a} à {b} millions d’euros.
- flipped_direction a1 L’exercice se solde par une hausse des produits de {drop(a,b)|1} %.

+ verbatim a1 Au titre de 2024, {b} millions d’euros de produits ont été comptabilisés.
+ scale_conversion a1 Exprimés en milliers, les produits de 2024 sont de {times(b,1000)|0} k€.
- other_currency a1 Au titre de 2024, {b} millions de francs suisses de produits ont été comptabilisés.
- wrong_period a1 Au titre de 2023, {b} millions d’euros de produits ont été comptabilisés.
- wrong_scale a1 Au titre de 2024, {b} milliards d’euros de produits ont été comptabilisés.
- other_number a1 Au titre de 2024, {b+5.6} millions d’euros de produits ont été comptabilisés.
~ Un réseau qui réalise {b} millions d’euros de produits peut supporter un poste de coordination.

+ margin a1,a2 Rapporté aux produits, le bénéfice net équivaut à {margin(e,b)|1} %.
+ margin a1,a2 Chaque centaine d’euros encaissée laisse {margin(e,b)|1} € de bénéfice net.
- wrong_share a1,a2 Rapporté aux produits, le bénéfice net équivaut à {e/b*100+3.1|1} %.
- swapped_ratio a1,a2 Le bénéfice net vaut {b/e|1} fois les produits.

+ compound_growth a1,a3 Étalée sur les cinq années écoulées depuis 2019, la progression est de {cagr(c0,b,5)|1} % l’an.
+ index a1,a3 L’indice des produits, calé à 100 en 2019, est monté à {index(c0,b)|0}.
- wrong_growth a1,a3 Étalée sur les cinq années écoulées depuis 2019, la progression est de {(b/c0-1)*20+3.6|1} % l’an.

+ point_change a4 Le poids des contrats hospitaliers a perdu {diff(d,d2)|1} points de pourcentage.
+ point_change a4 L’hôpital pèse {diff(d,d2)|1} points de moins dans les analyses que l’exercice d’avant.
- percent_for_points a4 Le poids des contrats hospitaliers a perdu {d-d2|1} %.
- flipped_direction a4 L’hôpital a pris de l’importance et fournit désormais {d} % des analyses.
- wrong_period a4 En 2023, les contrats hospitaliers fournissaient {d2} % des analyses.

+ remainder a4 Le reste des analyses, soit {rest(d2)|1} %, vient d’autres prescripteurs.
- wrong_share a4 Le reste des analyses, soit {rest(d2)-9.4|1} %, vient d’autres prescripteurs.

+ negation a5 Les comptes ne comportent pas de dépréciation.
- dropped_negation a5 Une dépréciation a été passée.

+ qualitative a6 À l’époque où ouvraient les nouveaux accueils, on a reçu moins de réclamations.
- invented_cause a6 Les nouveaux accueils ont fait baisser les réclamations.
- invented_cause a6 Si les réclamations se sont raréfiées, c’est en raison des nouveaux accueils.

+ possibility a7 Un agrandissement d’Issoire en 2026 reste envisageable, à condition d’obtenir le permis.
- possibility_as_fact a7 Le site d’Issoire sera agrandi en 2026.

# prose | Comptes 2024 de Labo Volcans SELAS | page 21 | Ceux qui y travaillent
> b1 Effectif moyen : {st} personnes, à raison de {w1} % de techniciens et {w2} % de secrétaires.
> b2 La masse salariale chargée ressort à {ex} millions d’euros.
> b3 Les techniciens qui changent de site chaque semaine restent moins longtemps que les autres.

+ per_unit b1,b2 Par tête, la masse salariale avoisine {per(ex*1000,st)|0} k€.
+ per_unit b1,b2 Divisée par l’effectif, la masse salariale donne à peu près {per(ex*1000,st)|0} k€.
- wrong_per_unit b1,b2 Par site, la masse salariale avoisine {ex*1000/st|0} k€.

+ remainder b1 Ni techniciens ni secrétaires : ils sont {rest(w1,w2)} % dans ce cas.
+ remainder b1 D’autres métiers occupent {rest(w1,w2)} % de l’effectif.
- wrong_share b1 D’autres métiers occupent {100-w1} % de l’effectif.

+ share a1,b2 Sur 100 € de produits, {share(ex,b)|0} partent en salaires chargés.
+ share a1,b2 La masse salariale représente {share(ex,b)|1} % des produits.
- wrong_share a1,b2 La masse salariale représente {ex/b*100+7.2|1} % des produits.

+ paraphrase b3 La stabilité du lieu de travail va de pair avec une plus longue présence des techniciens.
- reversed_paraphrase b3 Les techniciens qui changent de site chaque semaine sont ceux qui restent le plus longtemps.
- widened_scope b3 Tous les salariés qui changent de site chaque semaine restent moins longtemps.

# sheet | sites_2024.xlsx | onglet Synthèse | Site par site
> Site | Ville | Produits (M€) | Effectif | Prélèvements
> c1 Jaude | Clermont-Ferrand | {m1} | {n1} | {v1}
> c2 Allier | Vichy | {m2} | {n2} | {v2}
> c3 Montferrand | Clermont-Ferrand | {m3} | {n3} | {v3}
> c4 Gergovie | Issoire | {m4} | {n4} | {v4}
> c5 Dore | Ambert | {m5} | {n5} | {v5}

+ ranking c1 Nul site n’encaisse plus que Jaude, avec {m1} M€.
+ ranking c1,c2,c3,c4,c5 Le plus petit des cinq sites par les produits est Dore ({m5} M€).
+ ranking c2 Allier arrive deuxième avec {m2} M€.
- wrong_superlative c3 Nul site n’encaisse plus que Montferrand, avec {m3} M€.
- wrong_superlative c4 Le plus petit des cinq sites par les produits est Gergovie ({m4} M€).

+ table_cell c3 Montferrand a effectué {v3} prélèvements.
+ table_cell c4 L’effectif de Gergovie est de {n4} personnes.
- wrong_row c3 Montferrand a effectué {v2} prélèvements.
- wrong_row c4 L’effectif de Gergovie est de {n5} personnes.
- wrong_column c4 Gergovie a effectué {n4} prélèvements.
- wrong_column c2 L’effectif d’Allier est de {v2} personnes.

+ sum c1,c3 À Clermont-Ferrand, les deux sites encaissent ensemble {sum(m1,m3)} M€.
+ sum c1,c2,c3,c4,c5 L’addition des cinq sites donne {sum(m1,m2,m3,m4,m5)} M€.
+ average c1,c2,c3,c4,c5 L’effectif moyen d’un site est de {avg(n1,n2,n3,n4,n5)|0} personnes.
- short_sum c1,c2,c3,c4,c5 L’addition des cinq sites donne {m1+m2+m4+m5} M€.
- short_sum c2,c4,c5 Allier, Gergovie et Dore encaissent à eux trois {m2+m5} M€.

+ ratio c1,c5 Par les produits, Jaude vaut {ratio(m1,m5)|1} fois Dore.
+ ratio c1,c3 Pour un euro encaissé à Montferrand, Jaude en encaisse {ratio(m1,m3)|2}.
- swapped_ratio c1,c5 Par les produits, Dore vaut {m1/m5|1} fois Jaude.
- turned_comparison c2,c4 Allier effectue moins de prélèvements que Gergovie.

+ count c1,c2,c3,c4,c5 Dans {below(6,m1,m2,m3,m4,m5)} sites sur cinq, les produits n’atteignent pas 6 M€.
+ per_unit c2 Un salarié d’Allier assure autour de {per(v2,n2)|0} prélèvements par an.
+ per_unit c4 Gergovie retire environ {per(m4*1000000,v4)|0} € de chaque prélèvement.
- wrong_per_unit c2 Un salarié d’Allier assure autour de {v2/n2|0} prélèvements par mois.
- wrong_per_unit c4 Gergovie retire environ {m4*1000000/v4|0} € de chaque salarié.

|| Site | Produits (M€) | Effectif
|+ c1 Jaude | {m1} | {n1}
|- wrong_row c1 Jaude | {m2} | {n1}
|+ c2 Allier | {m2} | {n2}
|+ c3 Montferrand | {m3} | {n3}
|+ c5 Dore | {m5} | {n5}
|- wrong_column c5 Dore | {n5} | {m5}

# csv | grille_tarifaire.csv | | La grille tarifaire
> Analyse;Tubes;2023 (€);2024 (€)
> d1 Bilan sanguin complet;3;{p2|2r};{p2+5|2r}
> d2 Test allergologique;2;{p1|2r};{p1+2|2r}
> d3 Dépistage rapide;1;{p3|2r};{p3-3|2r}
> d4 Prélèvement à domicile;1;{p4|2r};{p4+8|2r}

+ growth d4 Le tarif du prélèvement à domicile a grimpé de {growth(p4,p4+8)|1} %.
+ difference d1 Le bilan sanguin complet est facturé {diff(p2+5,p2)} € plus cher.
+ table_cell d2 Le test allergologique était facturé {p1+2} € en 2024.
- wrong_column d2 Le test allergologique était facturé {p1} € en 2024.
- wrong_row d4 Le prélèvement à domicile était facturé {p2+5} € en 2024.

+ qualitative d1,d2,d3,d4 Le dépistage rapide est l’unique analyse dont le tarif a diminué.
- flipped_direction d3 Le dépistage rapide est facturé 3 € plus cher.

# prose | Note interne : les points de blocage | 10 janvier 2025 | Ce qui coince
> e1 Plusieurs sites refusent des patients le lundi matin.
> e2 Les motifs d’annulation ne sont pas saisis.
> e3 L’outil de rendez-vous reviendrait à {i1} k€ et devrait dégager {i2} k€ par an.
> e4 Trois rendez-vous sur dix sont pris en dehors des heures d’ouverture.
> e5 L’intérim coûte {wk} € par semaine.
> e6 Les secrétaires consacrent plus de temps aux mutuelles qu’aux patients.

+ paraphrase e1 Le lundi matin, il arrive que des patients soient éconduits dans plusieurs sites.
- widened_scope e1 Le lundi matin, chaque site refuse des patients.
- reversed_paraphrase e1 Le lundi matin, plusieurs sites manquent de patients.

+ negation e2 Personne ne note pourquoi les rendez-vous sont annulés.
- dropped_negation e2 Les motifs d’annulation sont saisis.

+ payback e3 L’outil mettrait {payback(i1,i2)|1} ans à rembourser son coût.
+ payback e3 La dépense serait regagnée au bout de {payback(i1,i2)|1} ans environ.
- wrong_growth e3 L’outil mettrait {i1/i2-1.5|1} ans à rembourser son coût.
- possibility_as_fact e3 L’outil de rendez-vous a dégagé {i2} k€.
- made_up_words e3 Faute d’économies, l’éditeur rembourse l’outil de rendez-vous. // faute d’économies, l’éditeur
  rembourse l’outil

+ fraction e4 Hors des heures d’ouverture, on prend {share(3,10)} % des rendez-vous.
- wrong_share e4 La moitié des rendez-vous sont pris en dehors des heures d’ouverture.

+ period_conversion e5 Sur 52 semaines, l’intérim représente {times(wk,52)} €.
+ period_conversion e5 À ce rythme, l’intérim absorbe {times(wk,52)} € dans l’année.
- wrong_per_unit e5 L’intérim coûte {wk} € par jour.

+ qualitative e6 Les mutuelles accaparent davantage les secrétaires que les patients.
- turned_comparison e6 Les patients prennent plus de temps aux secrétaires que les mutuelles.

# prose | Panel patients Massif central | https://panel.example/patients-mc | Ce que veulent les patients
> f1 En Belgique, la dépense par patient est montée à {f2} € en 2024 ; elle était de {f1} € en 2021.
> f2 Les résultats en ligne sont consultés par {s2} % des membres du panel ({s1} % à la vague précédente).
> f3 En moyenne annuelle, un euro s’échangeait contre {fx} franc suisse.
> f4 Le terrain s’est déroulé du 9 au 28 avril 2024, avec {q1} patients de Clermont-Ferrand.
> f5 Les files d’attente diminueraient peut-être si le tri se faisait en ligne.
> f6 À Genève, un prélèvement coûte {fee} francs suisses.

+ compound_growth f1 La dépense par patient belge grossit de {cagr(f1,f2,3)|1} % l’an depuis 2021.
+ difference f1 Un patient belge débourse {diff(f2,f1)} € de plus que trois ans avant.
- other_currency f1 En Belgique, la dépense par patient est montée à {f2} dollars en 2024.
- wrong_period f1 En 2021, un patient belge déboursait déjà {f2} €.

+ point_change f2 D’une vague à l’autre, la consultation en ligne gagne {diff(s2,s1)} points de pourcentage.
+ ratio f2 La consultation en ligne a été multipliée par {ratio(s2,s1)|2} depuis la vague précédente.
- percent_for_points f2 D’une vague à l’autre, la consultation en ligne gagne {s2-s1} %.
- flipped_direction f2 La consultation en ligne s’essouffle, à {s1} %.

+ exchange f6,f3 Le prélèvement genevois ressort à quelque {per(fee,fx)|0} euros.
+ exchange f6,f3 Un euro valant {fx} franc, ce tarif équivaut à {per(fee,fx)|2} €.
- other_currency f6 À Genève, un prélèvement coûte {fee} €.

+ date f4 Les patients ont été interrogés entre le 9 et le 28 avril 2024.
+ hedged_rounding f4 Quelque {about(q1,100)} patients ont participé.
+ hedged_rounding f4 On compte env. {about(q1,100)} participants.
- loose_rounding f4 Quelque {q1+1300} patients ont participé.
- widened_scope f4 Le panel réunit {q1} patients de toute l’Auvergne.

+ possibility f5 Le tri en ligne permettrait éventuellement de raccourcir les files d’attente.
- possibility_as_fact f5 Le tri en ligne fait diminuer les files d’attente.

+ source_difference f2,e4 L’écart est de {diff(s2,30)} points entre les {s2} % de consultations en ligne et les
  trois rendez-vous sur dix pris hors des heures d’ouverture.

# prose | Procès-verbal de l’assemblée des associés | 31 janvier 2025 | Ce que les associés ont arrêté
> g1 Accordés : {b1} k€ pour rénover Montferrand, {b2} k€ pour l’outil et la formation.
> g2 La fusion avec un concurrent n’a pas été abordée.
> g3 Les créneaux du soir sont remplis à {q2} % ({g1} créneaux), ceux de la journée à {q2+20} % ({g1*4} créneaux).

+ sum g1 À eux deux, les projets mobilisent {sum(b1,b2)} k€.
+ difference g1 Montferrand obtient {diff(b2,b1)} k€ de moins que l’outil et la formation.
+ multi_footnote g1,g2 Montferrand s’est vu accorder {b1} k€{^1} ; quant à une fusion, il n’en a pas été question{^2}.
- short_sum g1 À eux deux, les projets mobilisent {b2} k€.
- turned_comparison g1 Montferrand reçoit plus que l’outil et la formation.

+ negation g2 L’assemblée n’a pas parlé de fusion.
- dropped_negation g2 Les associés ont débattu d’une fusion avec un concurrent.

+ weighted_average g3 Tous créneaux pris ensemble, le taux de remplissage est de {wavg(q2,g1,q2+20,g1*4)|0} %.
- wrong_growth g3 Tous créneaux pris ensemble, le taux de remplissage est de {q2+5} %.

# brief | Brief | | La question posée
> i1 Labo Volcans demande comment accueillir plus de patients sans ouvrir de site.
> i2 Il peut investir {bud} millions d’euros.
> Destinataires : les associés.

+ hedged_rounding i2 Le réseau peut investir à peu près {about(bud,0.1)|1} millions d’euros.
+ verbatim i2 L’investissement possible est de {bud} millions d’euros.
- other_currency i2 L’investissement possible est de {bud} millions de livres.
- loose_rounding i2 Le réseau peut investir à peu près {bud+1.1|1} millions d’euros.

# query | Dossiers par payeur | select payeur, count(*) as dossiers, sum(montant) as montant from dossiers group by
  payeur | Qui paie
! payeur:text: | dossiers:number: | montant:number:k€
> Assurance maladie | {o2} | {b2}
> Mutuelle | {o1} | {i1}
> Patient | {o3} | {p4}

+ query_figure Q Les mutuelles ont réglé {o1} dossiers.
+ query_figure Q L’assurance maladie a été facturée de {b2} k€.
- wrong_query_figure Q Les mutuelles ont réglé {o1+620} dossiers.
- missing_query Q Les patients ont eux-mêmes réglé {o3} dossiers.

+ query_derived Q {share(o3,o1+o2+o3)|0} % des dossiers sont restés à la charge du patient.
+ query_derived Q Les trois catégories de payeurs cumulent {sum(o1,o2,o3)} dossiers.
- wrong_column Q Les patients ont eux-mêmes réglé {p4} dossiers.

# colleague | economiste-sante | Hugo Lestrade | Un second avis | Quelle part des analyses est payée par les patients ?
> j1 Au plan national, {k1+9} % des analyses sont payées par les patients, soit {k1},5 milliards d’euros par an.

- colleague_invention j1 Les patients français règlent {k1},5 milliards d’euros d’analyses par an.
- colleague_invention j1 Au plan national, les patients paient {k1+9} % des analyses.

# upstream | Relecture de l’enquête patients | relecture-enquete.md | Ce que l’on savait déjà
> k1 {s2} % des membres du panel consultent leurs résultats en ligne.[^1]
> k2 Un rendez-vous manqué coûte {p1+40} € au site.[^2]
^ 1 verified Panel patients Massif central, https://panel.example/patients-mc: “Les résultats en ligne sont
  consultés par {s2} % des membres du panel”
^ 2 missing_source Audit des rendez-vous manqués: “{p1+40} € l’unité”

+ upstream_verified k1 Notre relecture l’avait relevé : {s2} % des membres du panel consultent leurs résultats en
  ligne.
- upstream_unverified k2 Le site perd {p1+40} € à chaque rendez-vous manqué.
- upstream_unverified k2 Tout rendez-vous manqué revient à {p1+40} €.
`;

/** A Danish chain of bakeries. */
export const openEnglish = `
T Options for the shop network of Nordvik Bakeries
T Nordvik Bakeries: where the next kroner should go
A This paper sets out what we found and what we propose.
A The sections below follow the order of the assignment.
I We begin with the size of the business.
I Before turning to options, it helps to look at the facts side by side.
R We recommend opening the new shop in March and reviewing it after one season.
R Our proposal is to start with a pilot in two shops and to decide in the autumn.
R We will present the next version to the board in May.
E If each of 40 guests a day spends DKK 60 on 300 days, a terrace would bring about DKK {times(40,18000)} a year, by
  our estimate.
E Assuming 6 hours a week at DKK 210 an hour, we estimate the saving at DKK {times(6,210)} a week.
U The campaign reached {x1} households in Jutland.
U A further DKK {x2} million is tied up in unsold equipment.
V Danish consumers trust family-owned bakeries more than supermarkets.
V The city council has already decided to close the harbour road to cars.
M Retail Outlook Scandinavia 2025 // Bakery chains gain share at the expense of supermarkets // Bakery chains are
  gaining share at the expense of supermarkets.
M Copenhagen Footfall Monitor // Footfall in the old town recovered fully by June // Footfall in the old town had
  fully recovered by June.
H Conclusions
H Next steps

= a 4100..4900; b a+110..a+390; e 310..395; x1 18000..47000 step 500; x2 11..48; c0 2600..2900; d 4.1..5.2; d2
  d+1.1..d+2.6
= st 2310..2790; s5 3900..4100; s0 2900..3100; ex 612..688; p1 18..24; p2 31..36; p3 42..49; v1 1210..1290; v2
  1310..1490
= h1 980..1080; h2 820..930; h3 610..690; h4 410..480; h5 210..290; n1 9..12; n2 13..16; n3 7..8; n4 5..6; n5 3..4
= w1 62..68; w2 21..25; k1 1.4..1.9; k2 0.31..0.39; r 7.44..7.47; u1 36..44; q2 3.12..4.38; rent 42000..58000 step 500
= en1 118..149; en2 en1+14..en1+33; t1 8.2..9.4; t2 t1+1.2..t1+2.8; on1 14..19; on2 24..29; f1 72..84; g1 640..790

# prose | Nordvik Bakeries annual report 2024 | page 14 | Sales and result
> a1 Net sales came to DKK {b} million in 2024, against DKK {a} million in 2023.
> a2 Operating profit was DKK {e} million.
> a3 In 2020 the group still sold for DKK {c0} million.
> a4 The operating margin of the wholesale arm rose from {d} percent to {d2} percent.
> a5 The board may pay a dividend if the second half confirms the trend.
> a6 At the same time as the new ovens were installed, energy use in the central bakery went down.
> a7 The group did not close any shops during the year.

+ growth a1 Sales grew by {growth(a,b)|1} percent, from DKK {a} million to DKK {b} million.
+ growth a1 At DKK {b} million, turnover ended {growth(a,b)|1} percent above the year before.
+ difference a1 Nordvik sold for DKK {diff(b,a)} million more than in 2023.
- wrong_growth a1 Sales grew by {(b/a-1)*100+2.3|1} percent, from DKK {a} million to DKK {b} million.
- flipped_direction a1 Sales fell by {growth(a,b)|1} percent over the year, to DKK {b} million.

+ verbatim a1 Net sales came to DKK {b} million in 2024.
+ scale_conversion a1 Turnover reached DKK {scale(b,1000)|3} billion in 2024.
- other_currency a1 Net sales came to EUR {b} million in 2024.
- wrong_period a1 The group had already sold for DKK {b} million in 2023.
- wrong_scale a1 Net sales amounted to DKK {b} thousand.
- other_number a1 Net sales stood at DKK {b+212} million in 2024.
~ With sales of DKK {b} million, the group is large enough to carry the investment.

+ margin a1,a2 That leaves an operating margin of {margin(e,b)|1} percent.
+ margin a1,a2 Of every hundred kroner sold, {margin(e,b)|1} remain as operating profit.
- wrong_share a1,a2 The operating margin was {e/b*100+3.1|1} percent in 2024.

+ compound_growth a1,a3 Since 2020 sales have risen by an average of {cagr(c0,b,4)|1} percent a year.
+ index a1,a3 Taking 2020 as 100, sales now stand at {index(c0,b)|0}.
- wrong_growth a1,a3 Since 2020 sales have risen by an average of {(b/c0-1)*25+4.2|1} percent a year.

+ point_change a4 The wholesale margin improved by {diff(d2,d)|1} percentage points.
+ point_change a4 Wholesale earns {diff(d2,d)|1} points more on each krone than before, at {d2} percent.
- percent_for_points a4 The wholesale margin improved by {d2-d|1} percent.
- widened_scope a4 The operating margin of the whole group rose from {d} percent to {d2} percent.
- flipped_direction a4 The margin of the wholesale arm slipped from {d2} percent to {d} percent.

+ possibility a5 A dividend is possible, provided that the second half confirms the trend.
- possibility_as_fact a5 The board will pay a dividend.

+ qualitative a6 Energy use in the central bakery decreased while the new ovens were being put in.
- invented_cause a6 Energy use in the central bakery went down because of the new ovens.
- invented_cause a6 The new ovens have cut energy use in the central bakery.

+ negation a7 No shop was closed during the year.
- dropped_negation a7 The group closed shops during the year.

# prose | Nordvik Bakeries annual report 2024 | page 31 | People
> b1 At the end of the year {st} people worked for the group, {w1} percent of them part-time.
> b2 Staff costs came to DKK {ex} million.
> b3 Staff turnover fell from {p2} percent to {p1} percent after shifts were announced four weeks ahead.

+ per_unit b1,b2 Staff cost the group about DKK {per(ex*1000,st)|0} thousand per head.
+ per_unit b1,b2 Each employee costs roughly DKK {per(ex*1000,st)|0} thousand a year.
- wrong_per_unit b1,b2 Staff cost the group about DKK {ex*1000/st|0} thousand per shop.

+ remainder b1 The other {rest(w1)} percent are on full-time contracts.
+ remainder b1 That leaves {rest(w1)} percent who work full-time.
- wrong_share b1 The other {100-w1+9} percent are on full-time contracts.

+ share a1,b2 Wages and salaries absorb {share(ex,b)|1} percent of sales.
- wrong_share a1,a3,b2 Wages and salaries absorb {ex/c0*100|1} percent of this year's sales.

+ paraphrase b3 Fewer employees leave now that they know their shifts four weeks in advance.
+ point_change b3 Turnover among staff is {diff(p2,p1)} percentage points lower than before.
- reversed_paraphrase b3 More employees leave now that shifts are announced four weeks in advance.
- percent_for_points b3 Staff turnover is {p2-p1} percent lower than before.

# sheet | Shops 2024.xlsx | sheet Shops | The five shops
> Shop | City | Sales (DKK thousand) | Employees | Orders per day
> c1 Harbour | Aarhus | {h1*10} | {n1} | {v1}
> c2 Station | Odense | {h2*10} | {n2} | {p3*10}
> c3 Market | Aalborg | {h3*10} | {n3} | {p2*10}
> c4 Campus | Aarhus | {h4*10} | {n4} | {p1*10}
> c5 Old Mill | Ribe | {h5*10} | {n5} | {u1}

+ ranking c1 Harbour has the highest sales of the five shops, DKK {h1*10} thousand.
+ ranking c1,c2,c3,c4,c5 Old Mill brings up the rear with sales of DKK {h5*10} thousand.
+ table_cell c2 Station in Odense sold for DKK {h2*10} thousand.
- wrong_superlative c2 Station has the highest sales of the five shops, DKK {h2*10} thousand.
- wrong_superlative c4 No shop sells less than Campus, with DKK {h4*10} thousand.
- wrong_row c3 Market in Aalborg sold for DKK {h4*10} thousand.

+ sum c1,c4 The two shops in Aarhus together sold for DKK {sum(h1*10,h4*10)} thousand.
+ sum c1,c2,c3,c4,c5 Together the five shops took DKK {sum(h1*10,h2*10,h3*10,h4*10,h5*10)} thousand.
+ average c1,c2,c3,c4,c5 On average a shop sold for DKK {avg(h1*10,h2*10,h3*10,h4*10,h5*10)} thousand.
- short_sum c1,c2,c3,c4,c5 Together the five shops took DKK {(h1+h2+h3+h5)*10} thousand.
- short_sum c1,c2,c3 Harbour, Station and Market add up to sales of DKK {(h1+h3)*10} thousand.

+ ratio c1,c5 Harbour sells {ratio(h1,h5)|1} times as much as Old Mill.
- swapped_ratio c1,c5 Old Mill sells {h1/h5|1} times as much as Harbour.
- turned_comparison c2,c3 Market in Aalborg sells more than Station in Odense.
+ count c1,c2,c3,c4,c5 {above(6000,h1*10,h2*10,h3*10,h4*10,h5*10)} of the five shops sell for more than DKK 6,000
  thousand.

+ per_unit c2 Station makes DKK {per(h2*10,n2)|0} thousand of sales per employee.
- wrong_column c2 Station employs {p3*10} people.
- wrong_column c3 Market handles {n3} orders a day.
- wrong_per_unit c2 Station makes DKK {h2*10/n2|0} thousand of sales per order.

|| Shop | Sales (DKK thousand) | Employees
|+ c1 Harbour | {h1*10} | {n1}
|+ c2 Station | {h2*10} | {n2}
|- wrong_row c2 Station | {h3*10} | {n2}
|+ c3 Market | {h3*10} | {n3}
|- wrong_column c3 Market | {n3} | {h3*10}
|+ c4 Campus | {h4*10} | {n4}

# csv | prices.csv | | Prices
> Item;Unit;Price 2023 (DKK);Price 2024 (DKK)
> d1 Rye loaf;piece;{u1}.00;{u1+3}.00
> d2 Cinnamon roll;piece;{p1}.00;{p1+2}.00
> d3 Birthday cake;piece;{v1}.00;{v1+40}.00
> d4 Filter coffee;cup;{p2}.00;{p2-2}.00

+ growth d1 A rye loaf became {growth(u1,u1+3)|1} percent dearer between 2023 and 2024.
+ difference d1 Customers now pay DKK {diff(u1+3,u1)} more for a rye loaf.
+ table_cell d2 In 2024 a cinnamon roll cost DKK {p1+2}.
- wrong_column d2 In 2024 a cinnamon roll cost DKK {p1}.
- wrong_row d1 A cinnamon roll cost DKK {u1+3} in 2024.

+ qualitative d1,d2,d3,d4 Coffee is the one item that has become cheaper.
- flipped_direction d4 Filter coffee became DKK 2 dearer.

# prose | Interview with the operations manager | 12 March 2025 | What operations told us
> e1 "Some shops run out of rye bread before noon, mostly on Saturdays."
> e2 "We do not weigh the waste, so nobody knows the figure for certain."
> e3 "A new oven costs {k1} million kroner and would save us about {k2} million a year in electricity."
> e4 "One customer in eight now orders by phone or app."
> e5 "Rent for the depot is {rent} kroner a month."

+ paraphrase e1 Rye bread sells out by midday in some shops, above all on Saturdays.
- widened_scope e1 All shops run out of rye bread before noon.
- reversed_paraphrase e1 Some shops have rye bread left over at noon, mostly on Saturdays.

+ negation e2 Waste is not weighed, so its true size is unknown.
- dropped_negation e2 Waste is weighed, so its size is known for certain.

+ payback e3 On these figures an oven pays for itself in {payback(k1,k2)|1} years.
+ payback e3 The saving covers the price of an oven after about {payback(k1,k2)|1} years.
- wrong_growth e3 On these figures an oven pays for itself in {k1/k2-2.2|1} years.
- made_up_words e3 The supplier guarantees the saving in writing. // and the supplier guarantees the saving in writing
- possibility_as_fact e3 The new oven has saved {k2} million kroner in electricity.

+ fraction e4 {share(1,8)|1} percent of customers order by phone or app.
- wrong_share e4 A quarter of customers order by phone or app.

+ period_conversion e5 The depot costs DKK {times(rent,12)} in rent a year.
+ period_conversion e5 Over twelve months, the rent for the depot adds up to DKK {times(rent,12)}.
- wrong_per_unit e5 Rent for the depot is DKK {rent} a week.
- wrong_per_unit e5 Over a year, the depot costs DKK {rent*10} in rent.

# prose | Bread in Europe: household survey | https://survey.example/bread | The market
> f1 In 2024 households in Denmark spent an average of €{en2} on bread; five years earlier it had been €{en1}.
> f2 {on2} percent of those asked buy bread online at least once a month, up from {on1} percent.
> f3 One euro was worth {r} kroner on average.
> f4 The survey was carried out between 3 and 21 June 2024 among {g1*3} households in Copenhagen.
> f5 Younger households could switch to delivery within a few years.
> f6 Danes spend more on bread than Swedes do.

+ compound_growth f1 Spending on bread has grown by {cagr(en1,en2,5)|1} percent a year over five years.
+ exchange f1,f3 Converted, a Danish household spent about DKK {times(en2,r)|0} on bread.
+ exchange f1,f3 At {r} kroner to the euro, that is DKK {times(en2,r)|0} per household.
- other_currency f1 Danish households spent an average of DKK {en2} on bread in 2024.
- wrong_period f1 As early as 2019 households in Denmark spent an average of €{en2} on bread.

+ point_change f2 The share of online buyers rose by {diff(on2,on1)} percentage points.
+ ratio f2 Online buyers are {ratio(on2,on1)|1} times as common as before.
- percent_for_points f2 The share of online buyers rose by {on2-on1} percent, to {on2} percent.
- flipped_direction f2 The share of online buyers dropped to {on1} percent.

+ date f4 The survey ran from 3 to 21 June 2024.
+ hedged_rounding f4 Around {about(g1*3,100)} households took part.
- loose_rounding f4 Around {g1*3+900} households took part.
- widened_scope f4 The survey covered {g1*3} households all over Denmark.

+ possibility f5 Delivery might win over younger households in the years ahead.
- possibility_as_fact f5 Younger households are switching to delivery.

+ qualitative f6 Swedes spend less on bread than Danes.
- turned_comparison f6 Swedes spend more on bread than Danes.

+ source_difference f2,e4 Nordvik's share of remote orders is {diff(on2,12.5)|1} points below the {on2} percent of
  households that buy bread online.

# prose | Minutes of the board meeting | 4 February 2025 | What the board decided
> g1 The board approved DKK {t1} million for refurbishment and DKK {t2} million for delivery.
> g2 No decision was taken on the shop in Ribe.
> g3 Refurbished shops earn {d} percent on {f1} million of sales, the others {d2+4} percent on {100-f1} million.

+ sum g1 In all, the board released DKK {sum(t1,t2)} million.
+ multi_footnote g1,g2 The board approved DKK {t2} million for delivery{^1} but left Ribe undecided{^2}.
+ difference g1 Delivery receives DKK {diff(t2,t1)} million more than refurbishment.
- short_sum g1 In all, the board released DKK {t1} million for refurbishment and delivery.
- turned_comparison g1 Refurbishment receives more than delivery.

+ negation g2 The future of the shop in Ribe is still open.
- dropped_negation g2 The board took a decision on the shop in Ribe.

+ weighted_average g3 Weighted by sales, the shops earn {wavg(d,f1,d2+4,100-f1)|1} percent.
- wrong_growth g3 Weighted by sales, the shops earn {(d+d2+4)/2+2|1} percent.

# brief | Brief | | The assignment
> i1 Nordvik Bakeries wants to know which of its five shops to enlarge.
> i2 The budget is DKK {q2} million.
> Please write for the board.

+ hedged_rounding i2 The client can spend about DKK {about(q2,0.1)|1} million.
+ verbatim i2 The budget is DKK {q2} million.
- other_currency i2 The budget is USD {q2} million.
- loose_rounding i2 The client can spend about DKK {q2+1.6|1} million.

# query | Orders by channel 2024 | select channel, sum(orders) as orders, sum(revenue) as revenue from orders group
  by channel | Channels
! channel:text: | orders:number: | revenue:number:DKK thousand
> Counter | {v2*90} | {h1*9}
> App | {v1*11} | {h4*8}
> Phone | {f1*20} | {h5}

+ query_figure Q The app brought in {v1*11} orders.
- wrong_query_figure Q The app brought in {v1*11+1700} orders.
- missing_query Q The counter took {v2*90} orders.

+ query_derived Q Across all channels there were {sum(v2*90,v1*11,f1*20)} orders.
+ query_derived Q An app order is worth DKK {per(h4*8000,v1*11)|0} on average.
- wrong_column Q Phone orders numbered {h5}.

# colleague | market-analyst | Mette Lund | Advice from colleagues | How large is the Danish bread market?
> j1 I put the Danish bread market at €{t2+20} billion, and Nordvik holds {p1+11} percent of it.

- colleague_invention j1 The Danish bread market is worth €{t2+20} billion.
- colleague_invention j1 Nordvik holds {p1+11} percent of the Danish market.

# upstream | Market overview | market-overview.md | Earlier work
> k1 Online buyers make up {on2} percent of households.[^1]
> k2 Delivery firms charge bakeries {p2} percent of each order.[^2]
^ 1 verified Bread in Europe: household survey, https://survey.example/bread: “{on2} percent of those asked buy
  bread online at least once a month”
^ 2 missing_source Delivery Fee Barometer: “bakeries pay {p2} percent”

+ upstream_verified k1 Online buyers make up {on2} percent of households, as the market overview found.
- upstream_unverified k2 Delivery firms charge bakeries {p2} percent of each order.
- upstream_unverified k2 Bakeries hand {p2} percent of each order to delivery firms.
`;

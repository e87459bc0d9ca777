/** A group of physiotherapy clinics in Yorkshire. */
export const closedEnglish = `
T Capacity and growth at Calder Physio Group
T Calder Physio Group: findings and way forward
A What follows is a summary for the partners; details are in the appendix to this report.
A Each chapter closes with the question that it leaves open.
I Let us look at how the group earns its living first.
I This chapter deals with numbers, the next with people.
R The partners should hire a scheduling lead before the summer.
R In our view the group ought to trial evening sessions at one clinic, then decide.
R Over the coming weeks we intend to test the booking tool with two receptionists.
E Suppose 12 extra sessions a day at £42 each: takings would then rise by some £{times(12,42)} a day, on our reckoning.
E Were nine appointments a week saved from cancellation, at £38 apiece, the gain might be £{times(9,38)} weekly;
  this is our own estimate.
U Last winter {x1} patients gave up waiting and went elsewhere.
U Insurance premiums swallowed another £{x2},000.
V Private insurers across Britain are cutting the number of sessions that they reimburse.
V Physiotherapists leave the profession earlier than nurses do.
M Allied Health Workforce Digest // vacancies in physiotherapy are at their highest for ten years // Vacancies in
  physiotherapy have not been higher for ten years.
M Yorkshire Clinics Benchmark // most clinics now remind patients by text message // Text reminders are now the rule
  at most clinics.
H In closing
H Where this leaves the partners

= a 18.2..23.6; b a-2.4..a-0.8; e 1.3..1.9; c0 13.1..15.2; d 31.2..36.4; d2 d-4.6..d-2.1; x1 210..890 step 10; x2
  17..64
= st 148..196; ex 7.9..9.6; w1 41..47; w2 19..24; m1 5.4..6.3; m2 4.1..4.9; m3 3.0..3.7; m4 1.7..2.4; m5 0.8..1.3
= n1 38..45; n2 29..34; n3 22..26; n4 14..18; n5 6..9; v1 31000..36000; v2 24000..28500; v3 17000..21500; v4
  9800..12400; v5 4100..6600
= p1 38..46; p2 54..63; p3 22..29; p4 71..88; i1 180..264 step 4; i2 38..52; wk 640..980 step 10; s1 26..31; s2
  s1+6..s1+15; q1 2110..2890
= fx 1.14..1.19; fee 46..58; b1 310..390; b2 b1+45..b1+160; g1 33..39; bud 1.15..1.85; o1 3120..3890; o2 8700..9900;
  o3 1210..1690; k1 11..16
= f1 52..61; f2 f1+7..f1+19; q2 61..74; wa 4.2..5.8

# prose | Calder Physio Group: statutory accounts 2024 | p. 4 | How the group earns its living
> a1 Revenue for the year was £{b}m (2023: £{a}m).
> a2 Profit before tax stood at £{e}m.
> a3 Five years earlier, in 2019, revenue had been £{c0}m.
> a4 Block contracts with the health service accounted for {d2}% of sessions, compared with {d}% in the prior year.
> a5 No goodwill was written down.
> a6 Complaints became rarer in the months when the new reception desks opened.
> a7 Subject to planning consent, the Hebden site may be extended in 2026.

+ growth a1 Revenue shrank by {drop(a,b)|1}%, from £{a}m to £{b}m.
+ growth a1 The top line came down {drop(a,b)|1}% to £{b}m.
+ difference a1 Compared with 2023, £{diff(a,b)|1}m of revenue has gone missing.
+ difference a1 Clinics billed £{diff(a,b)|1}m less than twelve months before.
- wrong_growth a1 Revenue shrank by {(1-b/a)*100+3.3|1}%, from £{a}m to £{b}m.
- flipped_direction a1 Revenue went up by {drop(a,b)|1}%.
- flipped_direction a1 Billing improved to £{b}m from a lower base.

+ verbatim a1 For 2024 the accounts show revenue of £{b}m.
+ scale_conversion a1 Put differently, £{times(b,1000)|0} thousand was billed in 2024.
- other_currency a1 For 2024 the accounts show revenue of €{b}m.
- wrong_period a1 For 2023 the accounts show revenue of £{b}m.
- wrong_scale a1 The group billed £{b}bn in 2024.
- other_number a1 The group billed £{b+4.7}m in 2024.
~ A group that turns over £{b}m can carry one extra manager.

+ margin a1,a2 Pre-tax profit thus works out at {margin(e,b)|1}% of revenue.
+ margin a1,a2 Out of each pound billed, about {margin(e,b)|0}p is left before tax.
- wrong_share a1,a2 Pre-tax profit thus works out at {e/b*100+2.9|1}% of revenue.
- swapped_ratio a1,a2 Profit before tax is {b/e|1} times revenue.

+ compound_growth a1,a3 Over the five years from 2019, the compound rate of growth is {cagr(c0,b,5)|1}% a year.
+ index a1,a3 With 2019 set to 100, the group has now reached {index(c0,b)|0}.
- wrong_growth a1,a3 Over the five years from 2019, the compound rate of growth is {(b/c0-1)*20+3.7|1}% a year.

+ point_change a4 Block contracts lost {diff(d,d2)|1} percentage points of the group's sessions.
+ point_change a4 The weight of block contracts is down {diff(d,d2)|1} points on the prior year.
- percent_for_points a4 Block contracts lost {d-d2|1}% of their share of sessions.
- flipped_direction a4 Block contracts gained ground and now make up {d}% of sessions.
- wrong_period a4 In 2023 block contracts accounted for {d2}% of sessions.

+ remainder a4 All other payers together supply {rest(d2)|1}% of sessions.
- wrong_share a4 All other payers together supply {rest(d2)+8.5|1}% of sessions.

+ negation a5 The accounts contain no write-down of goodwill.
- dropped_negation a5 Goodwill was written down in 2024.

+ qualitative a6 Fewer complaints came in around the time that the reception desks opened.
- invented_cause a6 Complaints became rarer thanks to the new reception desks.
- invented_cause a6 It was the new reception desks that reduced complaints.

+ possibility a7 If planners agree, an extension at Hebden could follow in 2026.
- possibility_as_fact a7 Hebden is being extended in 2026.

# prose | Calder Physio Group: statutory accounts 2024 | p. 17 | The people behind it
> b1 Average headcount: {st}. Of these, {w1}% are clinicians and {w2}% receptionists.
> b2 Payroll, including pensions, amounted to £{ex}m.
> b3 Clinicians who share a mentor stay with the group longer than those who have none.

+ per_unit b1,b2 Payroll comes to roughly £{per(ex*1000,st)|0}k per head.
+ per_unit b1,b2 Divided by headcount, payroll is around £{per(ex*1000,st)|0} thousand.
- wrong_per_unit b1,b2 Payroll comes to roughly £{ex*1000/st|0}k per clinic.

+ remainder b1 Neither clinician nor receptionist: that describes {rest(w1,w2)}% of the staff.
+ remainder b1 The remaining {rest(w1,w2)}% do other work.
- wrong_share b1 The remaining {100-w1}% do other work.

+ share a1,b2 For every £100 of revenue, £{share(ex,b)|0} goes on payroll.
+ share a1,b2 Payroll eats up {share(ex,b)|1}% of revenue.
- wrong_share a1,a3,b2 Payroll eats up {ex/c0*100|1}% of this year's revenue.

+ paraphrase b3 Having a mentor goes together with longer service among clinicians.
- reversed_paraphrase b3 Clinicians without a mentor stay longer than those who share one.
- widened_scope b3 Everyone in the group stays longer when sharing a mentor.

# sheet | clinic-figures.xlsx | tab FY24 | Clinic by clinic
> Clinic | Town | Billing (£m) | Clinicians | Sessions held
> c1 Piece Hall | Halifax | {m1} | {n1} | {v1}
> c2 Canal Side | Todmorden | {m2} | {n2} | {v2}
> c3 Mill Lane | Halifax | {m3} | {n3} | {v3}
> c4 Bridge Gate | Hebden Bridge | {m4} | {n4} | {v4}
> c5 Rectory | Ripponden | {m5} | {n5} | {v5}

+ ranking c1 No clinic bills more than Piece Hall, at £{m1}m.
+ ranking c1,c2,c3,c4,c5 Rectory is the smallest of the five by billing (£{m5}m).
+ ranking c2 Second place goes to Canal Side with £{m2}m.
- wrong_superlative c3 No clinic bills more than Mill Lane, at £{m3}m.
- wrong_superlative c4 Bridge Gate is the smallest of the five by billing (£{m4}m).

+ table_cell c3 Mill Lane held {v3} sessions.
+ table_cell c4 Bridge Gate has {n4} clinicians on its books.
- wrong_row c3 Mill Lane held {v2} sessions.
- wrong_row c4 Bridge Gate has {n5} clinicians on its books.
- wrong_column c4 Bridge Gate held {n4} sessions.
- wrong_column c2 Canal Side has {v2} clinicians.

+ sum c1,c3 Halifax, with two clinics, bills £{sum(m1,m3)}m.
+ sum c1,c2,c3,c4,c5 Add up the five clinics and billing reaches £{sum(m1,m2,m3,m4,m5)}m.
+ average c1,c2,c3,c4,c5 A typical clinic, taking the mean of all five, has {avg(n1,n2,n3,n4,n5)|0} clinicians.
- short_sum c1,c2,c3,c4,c5 Add up the five clinics and billing reaches £{m1+m2+m4+m5}m.
- short_sum c2,c4,c5 Canal Side, Bridge Gate and Rectory jointly bill £{m2+m5}m.

+ ratio c1,c5 Piece Hall is {ratio(m1,m5)|1} times the size of Rectory by billing.
+ ratio c1,c3 For each pound billed at Mill Lane, Piece Hall bills £{ratio(m1,m3)|2}.
- swapped_ratio c1,c5 Rectory is {m1/m5|1} times the size of Piece Hall by billing.
- turned_comparison c2,c4 Canal Side holds fewer sessions than Bridge Gate.

+ count c1,c2,c3,c4,c5 Billing stays below £4m at {below(4,m1,m2,m3,m4,m5)} of the five clinics.
+ per_unit c2 A Canal Side clinician handles around {per(v2,n2)|0} sessions a year.
+ per_unit c4 Bridge Gate earns about £{per(m4*1000000,v4)|0} a session.
- wrong_per_unit c2 A Canal Side clinician handles around {v2/n2|0} sessions a week.
- wrong_per_unit c4 Bridge Gate earns about £{m4*1000000/v4|0} per clinician.

|| Clinic | Billing (£m) | Clinicians
|+ c1 Piece Hall | {m1} | {n1}
|- wrong_row c1 Piece Hall | {m2} | {n1}
|+ c2 Canal Side | {m2} | {n2}
|+ c3 Mill Lane | {m3} | {n3}
|+ c5 Rectory | {m5} | {n5}
|- wrong_column c5 Rectory | {n5} | {m5}

# csv | tariff_2024.csv | | Tariffs
> Treatment,Minutes,2023 (GBP),2024 (GBP)
> d1 First assessment,45,{p2}.00,{p2+6}.00
> d2 Follow-up,30,{p1}.00,{p1+3}.00
> d3 Group class,60,{p3}.00,{p3-4}.00
> d4 Home visit,60,{p4}.00,{p4+9}.00

+ growth d4 Home visits went up in price by {growth(p4,p4+9)|1}% year on year.
+ difference d1 A first assessment now costs £{diff(p2+6,p2)} extra.
+ table_cell d2 The 2024 list price of a follow-up is £{p1+3}.
- wrong_column d2 The 2024 list price of a follow-up is £{p1}.
- wrong_row d4 The 2024 list price of a home visit is £{p2+6}.

+ qualitative d1,d2,d3,d4 Group classes stand alone in having been marked down.
- flipped_direction d3 Group classes were marked up by £4.

# prose | Memo: bottlenecks at reception | 9 January 2025 | What slows the clinics down
> e1 Several clinics turn patients away on Monday mornings.
> e2 Cancellations are not recorded by reason.
> e3 The booking tool would cost £{i1}k up front and is expected to free £{i2}k a year.
> e4 Three sessions in every ten are booked outside opening hours.
> e5 Agency cover runs at £{wk} a week.
> e6 Receptionists spend more time on insurers than on patients.

+ paraphrase e1 On Mondays, patients are sent away in the morning at several of the clinics.
- widened_scope e1 On Mondays, every clinic turns patients away.
- reversed_paraphrase e1 Several clinics have free slots for patients on Monday mornings.

+ negation e2 Nobody notes why appointments are cancelled.
- dropped_negation e2 Reasons for cancellation are on record.

+ payback e3 It would take {payback(i1,i2)|1} years for the booking tool to return its cost.
+ payback e3 The outlay on the booking tool is recouped within about {payback(i1,i2)|1} years.
- wrong_growth e3 It would take {payback(i1,i2)-1.5|1} years for the booking tool to return its cost.
- possibility_as_fact e3 Thanks to the booking tool, £{i2}k has been freed.
- made_up_words e3 The vendor will refund the booking tool if savings fall short. // the vendor will refund the
  price if savings fall short

+ fraction e4 Out-of-hours booking accounts for {share(3,10)}% of sessions.
- wrong_share e4 Half of all sessions are booked outside opening hours.

+ period_conversion e5 At that pace agency cover adds up to £{times(wk,52)} over 52 weeks.
+ period_conversion e5 Annualised, agency cover costs £{times(wk,52)}.
- wrong_per_unit e5 Agency cover runs at £{wk} a day.

+ qualitative e6 Insurers take up more of the receptionists' time than patients do.
- turned_comparison e6 Patients take up more of the receptionists' time than insurers do.

# prose | Musculoskeletal care in the North: patient panel | https://panel.example/msk-north | What patients want
> f1 Average spending per patient in Ireland reached €{f2} in 2024, having been €{f1} in 2021.
> f2 Video consultations were used by {s2}% of the panel ({s1}% in the previous wave).
> f3 Over the year, a pound bought €{fx}.
> f4 Fieldwork took place from 8 to 26 April 2024 with {q1} patients in Leeds.
> f5 Waiting lists might shorten once triage moves online.
> f6 In Ireland a single session costs €{fee}.

+ compound_growth f1 Irish spending per patient has climbed at {cagr(f1,f2,3)|1}% a year since 2021.
+ difference f1 An Irish patient spends €{diff(f2,f1)} more than three years ago.
- other_currency f1 Average spending per patient in Ireland reached £{f2} in 2024.
- wrong_period f1 Back in 2021, an Irish patient already spent €{f2}.

+ point_change f2 Use of video consultations is up {diff(s2,s1)} percentage points from one wave to the next.
+ ratio f2 Video use is {ratio(s2,s1)|2} times what it was in the previous wave.
- percent_for_points f2 Use of video consultations is up {s2-s1}% from one wave to the next.
- flipped_direction f2 Fewer panel members now use video: {s1}%.

+ exchange f6,f3 In sterling, an Irish session comes to about £{per(fee,fx)|0}.
+ exchange f6,f3 With the pound at €{fx}, that price equals £{per(fee,fx)|2}.
- other_currency f6 In Ireland a single session costs £{fee}.

+ date f4 Patients were questioned between 8 and 26 April 2024.
+ hedged_rounding f4 Some {about(q1,100)} people answered.
- loose_rounding f4 Some {q1+1100} people answered.
- widened_scope f4 The panel drew on {q1} patients from all over England.

+ possibility f5 Online triage may bring waiting lists down.
- possibility_as_fact f5 Online triage is bringing waiting lists down.

+ source_difference f2,e4 Video use in the panel differs by {diff(s2,30)} points from the three in ten sessions that
  Calder books out of hours.

# prose | Partners' meeting, minutes | 30 January 2025 | What the partners settled
> g1 Agreed: £{b1}k for refitting Mill Lane, £{b2}k for the booking tool and training.
> g2 The merger with a rival was not discussed.
> g3 Evening slots are {q2}% full across {g1} slots; daytime slots are {q2+20}% full across {g1*4} slots.

+ sum g1 Between them the two projects take £{sum(b1,b2)}k.
+ difference g1 Mill Lane gets £{diff(b2,b1)}k less than the booking tool with its training.
+ multi_footnote g1,g2 Mill Lane was granted £{b1}k{^1}; a merger did not come up{^2}.
- short_sum g1 Between them the two projects take £{b2}k.
- turned_comparison g1 More was set aside for Mill Lane than for the booking tool.

+ negation g2 A merger was not on the table at the meeting.
- dropped_negation g2 The partners talked about merging with a rival.

+ weighted_average g3 Across all slots, occupancy averages {wavg(q2,g1,q2+20,g1*4)|0}%.
- wrong_growth g3 Across all slots, occupancy averages {q2+5}%.

# brief | Brief | | What was asked
> i1 Calder Physio Group asks how it can treat more patients without a new building.
> i2 It can invest £{bud}m.
> Write for the partners, who have little time.

+ hedged_rounding i2 There is close to £{about(bud,0.1)|1}m to invest.
+ verbatim i2 The group can invest £{bud}m.
- other_currency i2 The group can invest \${bud}m.
- loose_rounding i2 There is close to £{bud+0.9|1}m to invest.

# query | Sessions by payer | select payer, count(*) as sessions, sum(amount) as amount from sessions group by payer
  | Who pays
! payer:text: | sessions:number: | amount:number:£ thousand
> Health service | {o2} | {b2}
> Insurer | {o1} | {i1}
> Self-pay | {o3} | {p4}

+ query_figure Q Insurers paid for {o1} sessions.
+ query_figure Q The health service was billed £{b2} thousand.
- wrong_query_figure Q Insurers paid for {o1+560} sessions.
- missing_query Q Patients paid for {o3} sessions themselves.

+ query_derived Q {share(o3,o1+o2+o3)|0}% of sessions were paid out of the patient's own pocket.
+ query_derived Q Payers of all three kinds add up to {sum(o1,o2,o3)} sessions.
- wrong_column Q Patients paid for {p4} sessions themselves.

# colleague | health-economist | Owen Pryce | A second opinion | What share of patients pays privately?
> j1 Nationally {k1+9}% of physiotherapy is paid privately, worth £{k1}.5 billion a year.

- colleague_invention j1 Private patients nationwide spend £{k1}.5 billion on physiotherapy.
- colleague_invention j1 Privately paid care makes up {k1+9}% of physiotherapy nationwide.

# upstream | Patient survey review | patient-survey-review.md | What we already knew
> k1 {s2}% of the patient panel have used video consultations.[^1]
> k2 One missed appointment costs a clinic £{p1+40}.[^2]
^ 1 verified Musculoskeletal care in the North: patient panel, https://panel.example/msk-north: “Video consultations
  were used by {s2}% of the panel”
^ 2 missing_source Missed Appointments Audit: “£{p1+40} each”

+ upstream_verified k1 Video consultations have reached {s2}% of the panel, our earlier review noted.
- upstream_unverified k2 A missed appointment sets a clinic back £{p1+40}.
- upstream_unverified k2 Clinics lose £{p1+40} on each no-show.
`;

/** A small fixed collection of sources, to measure the search with questions as agents ask them. */
export const retrievalSources = [
  {
    id: 'annual-report',
    title: 'Northwind annual report 2025.pdf',
    location: 'page 1 to page 14',
    text: `# Letter of the owners
The year 2025 was the best since the company was founded, and the hardest for purchasing.

# Revenue
Revenue reached 1,912,000 dollars, 6 % above 2024. Cafés account for 88 % of it, the web shop for 4 %, and fairs for the rest.

# Cost of goods
Green coffee became 31 % dearer within twelve months. The weighted purchase price was 7.84 dollars per kilogram in December.

# Staff
At the end of the year 27 people worked for the company, nine of them part-time. Sick leave averaged 6.1 days.

# Plant
The drum roaster, built in 2014, ran at 64 % of its capacity. A second afterburner is required by the permit from 2027 on.

# Financing
The bank loan was reduced to 212,000 dollars; its covenant demands an equity ratio of at least 30 %.

# Outlook
The owners expect harvests in Minas Gerais to recover and prices to ease in the second half of the coming year.`,
  },
  {
    id: 'interviews',
    title: 'Interviews with café owners.docx',
    location: null,
    text: `# Interview 3, Harbour Café
"If deliveries come after nine, I serve yesterday's beans," says the owner. She would switch suppliers over punctuality, not over price.

# Interview 5, Bean There
The manager praises the training of baristas and wants it twice a year instead of once.

# Interview 8, Corner House
He pays invoices late because they arrive on paper; an electronic bill would be settled within a week.

# Interview 11, Mill Lane
Guests ask for decaffeinated espresso almost daily, and there is none in the assortment.

# Interview 14, Old Post Office
She compared three roasters and found the samples of a competitor fresher: roasted two days before, not nine.`,
  },
  {
    id: 'survey',
    title: 'Household survey.xlsx',
    location: 'sheet Answers',
    text: `Question,Answer,Share,Respondents
Would you subscribe to coffee by post,yes,23 %,412
Would you subscribe to coffee by post,perhaps,31 %,412
Preferred rhythm of delivery,every two weeks,48 %,222
Preferred rhythm of delivery,monthly,39 %,222
Highest acceptable price for 250 g,8.50 dollars (median),,222
Main reason to cancel,too much coffee at home,41 %,97
Main reason to cancel,price,27 %,97
Importance of compostable packaging,very important,52 %,412`,
  },
  {
    id: 'gutachten',
    title: 'Gutachten Rösterei.pdf',
    location: 'Seite 2',
    text: `# Lärmschutz
Der Schallpegel an der Grundstücksgrenze beträgt nachts 41 Dezibel; zulässig sind 45.

# Brandschutz
Die Lagerhalle braucht eine zweite Rettungswegtür und Rauchmelder mit Aufschaltung zur Feuerwehr.

# Energieverbrauch
Der Erdgasverbrauch lag bei 412 Megawattstunden. Eine Wärmerückgewinnung spart etwa 18 % davon.

# Verpackungskosten
Je Kilogramm fallen 0,64 Euro für Beutel und Ventile an, bei kompostierbarem Material 0,91 Euro.

# Mietvertrag
Der Vertrag über die Halle läuft bis 31. März 2029 und verlängert sich um fünf Jahre, wenn niemand kündigt.`,
  },
  {
    id: 'supplier-cn',
    title: '供应商报告.docx',
    location: '第3页',
    text: `# 产量
云南庄园今年收获阿拉比卡咖啡豆约一千二百吨，比去年增加百分之九。

# 物流
从昆明到汉堡的海运需要四十二天，运费每箱两千六百美元。

# 认证
合作社在三月获得了雨林联盟认证，有机认证仍在审核之中。`,
  },
  {
    id: 'competitor',
    title: 'Web page of a competitor',
    location: 'https://roaster.example/subscribe',
    text: `# Subscribe and save
Choose one of three plans from 14 dollars a month. Pause or skip at any time; shipping is free from two bags on.

# Our promise
Every bag leaves our house within 48 hours of roasting. Not happy? We refund the first box, no questions asked.

# Wholesale
Cafés within 60 miles are served by our electric vans on Mondays and Thursdays.`,
  },
  {
    id: 'minutes',
    title: 'Minutes of the board.md',
    location: null,
    text: `# 12 January
The board approves a budget of 45,000 dollars for a new web shop and asks for three offers.

# 9 March
Nobody is to be made redundant. The board rules out new debt above 150,000 dollars.

# 4 May
Route 4 loses money: eleven stops bring 380 dollars of margin a month, while driver and van cost 1,150.

# 6 July
The youngest of the founders wants to sell her shares, a quarter of the company, within two years.`,
  },
];

/** Queries, each with words of the passage that answers it. */
export const retrievalQuestions: [query: string, answer: string][] = [
  ['total revenue 2025', '1,912,000 dollars'],
  ['increase of green coffee prices', '31 % dearer'],
  ['number of employees', '27 people worked'],
  ['capacity utilisation of the roaster', '64 % of its capacity'],
  ['bank covenant equity ratio', 'at least 30 %'],
  ['price forecast harvest Brazil Minas Gerais', 'Minas Gerais'],
  ['late deliveries to cafés', 'deliveries come after nine'],
  ['barista trainings', 'training of baristas'],
  ['electronic invoices', 'electronic bill'],
  ['demand for decaf espresso', 'decaffeinated espresso'],
  ['freshness compared with competitors', 'roasted two days before'],
  ['households willing to subscribe', 'yes,23 %'],
  ['subscription delivery rhythm', 'every two weeks'],
  ['reasons for cancelling a subscription (churn)', 'too much coffee at home'],
  ['willingness to pay price 250 g', '8.50 dollars'],
  ['Lärm Schallpegel nachts', '41 Dezibel'],
  ['Brandschutzauflagen der Halle', 'Rauchmelder'],
  ['Gasverbrauch und Einsparung durch Rückgewinnung der Wärme', '412 Megawattstunden'],
  ['Kosten der Verpackung je Kilogramm', '0,64 Euro'],
  ['Laufzeit des Mietvertrags', '2029'],
  ['云南 咖啡豆 产量', '一千二百吨'],
  ['海运 运费', '两千六百美元'],
  ['有机认证', '雨林联盟认证'],
  ['competitor subscription plans monthly price', '14 dollars a month'],
  ['refund guarantee', 'We refund the first box'],
  ['electric delivery vans', 'electric vans'],
  ['web shop budget', '45,000 dollars'],
  ['limit for new loans and debt', '150,000 dollars'],
  ['unprofitable route margin', 'Route 4 loses money'],
  ['shareholder who wants to leave', 'sell her shares'],
];

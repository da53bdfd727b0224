/** Drivers share cars: trips that move cars and debts, damages, a workshop, and an office. */
export const carshareDocument = `# Specification: Carshare

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| name | text(40) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum driver, mechanic, office | yes | | driver |
| blocked | boolean | yes | | false |
| debt | integer | yes | | 0 |

| Example | name | email | password | role |
|---|---|---|---|---|
| Olga | Olga Desk | olga@example.com | correct-horse | office |
| Otto | Otto Chair | otto@example.com | correct-horse | office |
| Mick | Mick Wrench | mick@example.com | correct-horse | mechanic |

### Car

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| plate | text(12) | yes | yes | |
| seats | integer | yes | | 4 |
| rate | integer | yes | | |
| status | state | | | |
| kilometres | integer | yes | | 0 |
| place | text(60) | yes | | |
| note | text | | | |
| driver | Person | | | |
| damages | list of Damage by car | | | |

### Trip

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| car | Car | yes | | |
| driver | Person | yes | | \`me\` |
| purpose | text | | | |
| status | state | | | |
| startKm | integer | | | |
| endKm | integer | | | |
| cents | integer | yes | | 0 |
| startedAt | datetime | | | |
| endedAt | datetime | | | |

### Damage

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| car | Car on delete cascade | yes | | |
| reporter | Person | yes | | \`me\` |
| text | text | yes | | |
| severity | enum scratch, dent, broken | yes | | scratch |
| cost | integer | | | |
| fixed | boolean | yes | | false |

## 4. States and transitions

### Car.status

| From | Event | To | Guard | Error | Effect | Description |
|---|---|---|---|---|---|---|
| | | free | | | | |
| free | hold | held | | | | |
| held | let go | free | | | \`driver = null\` | |
| held | hand over | out | | | | |
| out | take back | free | | | \`driver = null\` | |
| free | send in | workshop | | | | |
| workshop | release | free | \`damages.all(d, d.fixed)\` | STILL_BROKEN | | |
| free, workshop | retire | retired | \`kilometres >= RETIRE_KM\` | TOO_YOUNG | \`note = null\` | final |

### Trip.status

| From | Event | To | Guard | Error | Effect | Description |
|---|---|---|---|---|---|---|
| | | booked | \`car.status == "free" && !driver.blocked\` | NOT_FREE | \`update car with {"driver": driver}; hold car\` | |
| booked | start | driving | | | \`startKm = car.kilometres; startedAt = now; hand over car\` | |
| booked | cancel | cancelled | | | \`let go car\` | final |
| driving | finish(endKm, place: text) | ended | \`endKm >= startKm && endKm <= startKm + MOST_KM\` | WRONG_KM | \`cents = START_FEE + (endKm - startKm) * car.rate; endedAt = now; update car with {"kilometres": endKm, "place": place}; take back car; update driver with {"debt": driver.debt + START_FEE + (endKm - startKm) * car.rate}\` | |
| ended | settle | settled | | | \`update driver with {"debt": driver.debt - cents}\` | final |

### Damage

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | | | | \`when severity == "broken" && car.status == "free": send in car\` |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| plate is not blank | Car.plate | \`size(trim(plate)) > 0\` | BLANK |
| seats in bounds | Car.seats | \`seats >= LEAST_SEATS && seats <= MOST_SEATS\` | BAD_SEATS |
| rate in bounds | Car.rate | \`rate >= 1 && rate <= MOST_RATE\` | BAD_RATE |
| place is not blank | Car.place | \`size(trim(place)) > 0\` | BLANK |
| text is not blank | Damage.text | \`size(trim(text)) > 0\` | BLANK |
| cost in bounds | Damage.cost | \`cost >= 0 && cost <= MOST_COST\` | BAD_COST |
| few trips at once | Trip on create | \`size(Trip.filter(t, t.driver == self.driver && t.status in ["booked", "driving"])) < MOST_TRIPS\` | TOO_MANY_TRIPS |
| no debtors | Trip on create | \`driver.debt < MOST_DEBT\` | IN_DEBT |
| password is long | Person.password | \`size(password) >= LEAST_PASSWORD\` | SHORT_PASSWORD |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| driver | \`me.role == "driver"\` |
| mechanic | \`me.role == "mechanic"\` |
| office | \`me.role == "office"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as driver |

| Permission | visitor | driver | mechanic | office |
|---|---|---|---|---|
| Person: create | yes | no | no | no |
| Person: read | no | \`self == me\` | \`self == me\` | yes |
| Person.blocked: update | no | no | no | yes |
| Car: create | no | no | no | yes |
| Car: read | no | \`status != "retired"\` | yes | yes |
| Car: update | no | no | no | \`status != "retired"\` |
| Car.note: update | no | no | yes | yes |
| Car.note: read | no | no | yes | yes |
| Car: delete | no | no | no | \`status in ["free", "workshop"]\` |
| Car: hold, let go, hand over, take back | no | no | no | no |
| Car: send in | no | no | yes | yes |
| Car: release | no | no | yes | no |
| Car: retire | no | no | no | yes |
| Trip: create | no | \`driver == me\` | no | no |
| Trip: read | no | \`driver == me\` | no | yes |
| Trip: start, finish | no | \`driver == me\` | no | no |
| Trip: cancel | no | \`driver == me\` | no | yes |
| Trip: settle | no | no | no | yes |
| Damage: create | no | \`reporter == me\` | \`reporter == me\` | no |
| Damage: read | no | \`reporter == me\` | yes | yes |
| Damage: update | no | no | \`!old.fixed\` | no |
| Damage: delete | no | \`reporter == me && !fixed\` | no | no |

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token, "me": PersonView(me)}\` | SHORT_PASSWORD, CONFLICT, INVALID | |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token, "me": PersonView(me)}\` | UNAUTHORIZED | |
| \`GET /me\` | | | 200 \`PersonView(me)\` | UNAUTHORIZED | driver, mechanic, office |
| \`PUT /people/:number/blocked\` | \`{blocked}\` | \`get Person as p where p.number == number; update p\` | 200 \`PersonView(p)\` | INVALID, FORBIDDEN, NOT_FOUND | office |
| \`GET /cars?status&seats&limit=20&offset=0\` | | \`list Car as found where (status == null \\|\\| self.status == status) && (seats == null \\|\\| self.seats >= seats) sort plate asc limit limit offset offset\` | 200 \`{"cars": found.map(c, CarView(c)), "total": total}\` | INVALID, UNAUTHORIZED | driver, mechanic, office |
| \`POST /cars\` | \`{plate, seats?, rate, place}\` | \`create Car as c\` | 201 \`CarView(c)\` | BLANK, BAD_SEATS, BAD_RATE, CONFLICT, INVALID, FORBIDDEN | office |
| \`GET /cars/:plate\` | | \`get Car as c where c.plate == plate\` | 200 \`CarView(c)\` | NOT_FOUND | driver, mechanic, office |
| \`PATCH /cars/:plate\` | \`{rate?, place?, seats?}\` | \`get Car as c where c.plate == plate; update c\` | 200 \`CarView(c)\` | BLANK, BAD_SEATS, BAD_RATE, INVALID, FORBIDDEN, NOT_FOUND | office |
| \`PUT /cars/:plate/note\` | \`{note}\` | \`get Car as c where c.plate == plate; update c\` | 200 \`CarView(c)\` | INVALID, FORBIDDEN, NOT_FOUND | mechanic, office |
| \`DELETE /cars/:plate\` | | \`get Car as c where c.plate == plate; delete c\` | 204 | CONFLICT, FORBIDDEN, NOT_FOUND | office |
| \`POST /cars/:plate/workshop\` | | \`get Car as c where c.plate == plate; send in c\` | 200 \`CarView(c)\` | CONFLICT, FORBIDDEN, NOT_FOUND | mechanic, office |
| \`DELETE /cars/:plate/workshop\` | | \`get Car as c where c.plate == plate; release c\` | 200 \`CarView(c)\` | STILL_BROKEN, CONFLICT, FORBIDDEN, NOT_FOUND | mechanic |
| \`POST /cars/:plate/retire\` | | \`get Car as c where c.plate == plate; retire c\` | 200 \`CarView(c)\` | TOO_YOUNG, CONFLICT, FORBIDDEN, NOT_FOUND | office |
| \`POST /cars/:plate/damages\` | \`{text, severity?}\` | \`get Car as c where c.plate == plate; create Damage as d with {"car": c, "text": text, "severity": severity}\` | 201 \`DamageView(d)\` | BLANK, INVALID, FORBIDDEN, NOT_FOUND | driver, mechanic |
| \`GET /damages?plate&fixed&limit=20&offset=0\` | | \`list Damage as found where (plate == null \\|\\| self.car.plate == plate) && (fixed == null \\|\\| self.fixed == fixed) sort number desc limit limit offset offset\` | 200 \`{"damages": found.map(d, DamageView(d)), "total": total}\` | INVALID, UNAUTHORIZED | driver, mechanic, office |
| \`PUT /damages/:number/fixed\` | \`{cost}\` | \`get Damage as d where d.number == number; update d with {"fixed": true, "cost": cost}\` | 200 \`DamageView(d)\` | BAD_COST, INVALID, FORBIDDEN, NOT_FOUND | mechanic |
| \`DELETE /damages/:number\` | | \`get Damage as d where d.number == number; delete d\` | 204 | FORBIDDEN, NOT_FOUND | driver |
| \`POST /trips\` | \`{plate, purpose?}\` | \`get Car as c where c.plate == plate; create Trip as t with {"car": c, "purpose": purpose}\` | 201 \`TripView(t)\` | NOT_FREE, TOO_MANY_TRIPS, IN_DEBT, INVALID, FORBIDDEN, NOT_FOUND | driver |
| \`GET /trips?status&plate&limit=20&offset=0\` | | \`list Trip as found where (status == null \\|\\| self.status == status) && (plate == null \\|\\| self.car.plate == plate) sort number asc limit limit offset offset\` | 200 \`{"trips": found.map(t, TripView(t)), "total": total}\` | INVALID, UNAUTHORIZED, FORBIDDEN | driver, office |
| \`GET /trips/:number\` | | \`get Trip as t where t.number == number\` | 200 \`TripView(t)\` | FORBIDDEN, NOT_FOUND | driver, office |
| \`POST /trips/:number/start\` | | \`get Trip as t where t.number == number; start t\` | 200 \`TripView(t)\` | CONFLICT, FORBIDDEN, NOT_FOUND | driver |
| \`POST /trips/:number/cancel\` | | \`get Trip as t where t.number == number; cancel t\` | 200 \`TripView(t)\` | CONFLICT, FORBIDDEN, NOT_FOUND | driver, office |
| \`POST /trips/:number/finish\` | \`{endKm, place}\` | \`get Trip as t where t.number == number; finish t with {"endKm": endKm, "place": place}\` | 200 \`TripView(t)\` | WRONG_KM, BLANK, CONFLICT, INVALID, FORBIDDEN, NOT_FOUND | driver |
| \`POST /trips/:number/settle\` | | \`get Trip as t where t.number == number; settle t\` | 200 \`TripView(t)\` | CONFLICT, FORBIDDEN, NOT_FOUND | office |

### PersonView of Person

| Key | Value |
|---|---|
| number | |
| name | |
| role | |
| blocked | |
| debt | |

### CarView of Car

| Key | Value |
|---|---|
| plate | |
| seats | |
| rate | |
| status | |
| kilometres | |
| place | |
| note | |
| mine | \`driver == me\` |
| damages | \`damages.map(d, d.text)\` |

### TripView of Trip

| Key | Value |
|---|---|
| number | |
| plate | \`car.plate\` |
| driver | \`driver.name\` |
| purpose | |
| status | |
| startKm | |
| endKm | |
| cents | |
| startedAt | |
| endedAt | |

### DamageView of Damage

| Key | Value |
|---|---|
| number | |
| plate | \`car.plate\` |
| text | |
| severity | |
| cost | |
| fixed | |

## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| BLANK | 422 | Say something. | toast |
| BAD_SEATS | 422 | A car has {LEAST_SEATS} to {MOST_SEATS} seats. | at seats |
| BAD_RATE | 422 | A kilometre costs 1 to {MOST_RATE} cents. | at rate |
| BAD_COST | 422 | A repair costs {MOST_COST} cents at most. | at cost |
| NOT_FREE | 409 | You cannot have this car now. | toast |
| WRONG_KM | 409 | A trip has 0 to {MOST_KM} kilometres. | toast |
| STILL_BROKEN | 409 | Fix its damages first. | toast |
| TOO_YOUNG | 409 | Cars are retired after {RETIRE_KM} kilometres. | toast |
| TOO_MANY_TRIPS | 409 | You have {MOST_TRIPS} trips at once at most. | toast |
| IN_DEBT | 402 | Pay for your last trips first. | toast |
| SHORT_PASSWORD | 422 | A password has {LEAST_PASSWORD} characters at least. | at password |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| LEAST_SEATS | 2 | seats |
| MOST_SEATS | 9 | seats |
| MOST_RATE | 200 | cents |
| MOST_COST | 90000 | cents |
| MOST_KM | 1500 | kilometres |
| RETIRE_KM | 1000 | kilometres |
| START_FEE | 100 | cents |
| MOST_DEBT | 20000 | cents |
| MOST_TRIPS | 2 | trips |
| LEAST_PASSWORD | 8 | characters |
`;

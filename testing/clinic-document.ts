/** A clinic: doctors' hours with places, visits with a waiting list, and prescriptions. */
export const clinicDocument = `# Specification: Clinic

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| name | text(40) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum patient, nurse, doctor | yes | | patient |
| missed | integer | yes | | 0 |
| blocked | boolean | yes | | false |

| Example | name | email | password | role |
|---|---|---|---|---|
| Dora | Dora Doctor | dora@example.com | correct-horse | doctor |
| Dan | Dan Doctor | dan@example.com | correct-horse | doctor |
| Nia | Nia Nurse | nia@example.com | correct-horse | nurse |
| Ned | Ned Nurse | ned@example.com | correct-horse | nurse |

### Surgery

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| doctor | Person | yes | | \`me\` |
| room | text(20) | yes | | |
| day | date | yes | | |
| places | integer | yes | | |
| booked | integer | yes | | 0 |
| state | state | | | |
| visits | list of Visit by surgery | | | |

### Visit

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| surgery | Surgery | yes | | |
| patient | Person | yes | | \`me\` |
| reason | text(80) | yes | | |
| kind | enum first, follow, vaccine | yes | | first |
| fee | integer | | | |
| note | text | | | |
| seenAt | datetime | | | |
| state | state | | | |
| prescriptions | list of Prescription by visit | | | |

### Prescription

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| visit | Visit on delete cascade | yes | | |
| drug | text(40) | yes | | |
| doses | integer | yes | | |
| given | integer | yes | | 0 |
| endedAt | datetime | | | |
| state | state | | | |

## 4. States and transitions

### Surgery.state

| From | Event | To | Guard | Error | Effect | Description |
|---|---|---|---|---|---|---|
| | | planned | | | | |
| planned | offer | open | \`day >= today\` | TOO_LATE | | |
| open | close | closed | | | | |
| closed | reopen | open | \`booked < places\` | FULL | | |
| planned, open, closed | call off | off | | | \`for v in visits.filter(v, v.state in ["asked", "waiting", "booked"]): drop v; booked = 0\` | final |

### Visit.state

| From | Event | To | Guard | Error | Effect | Description |
|---|---|---|---|---|---|---|
| | | asked | \`surgery.state == "open" && !patient.blocked\` | NOT_OPEN | | |
| asked | wait | waiting | \`surgery.booked >= surgery.places\` | NOT_FULL | | |
| asked, waiting | confirm | booked | \`surgery.booked < surgery.places\` | FULL | \`update surgery with {"booked": surgery.booked + 1}\` | |
| asked, waiting | withdraw | cancelled | | | | final |
| booked | cancel | cancelled | | | \`update surgery with {"booked": surgery.booked - 1}\` | |
| booked | see(fee) | seen | \`fee >= 0 && fee <= MOST_FEE\` | BAD_FEE | \`seenAt = now; update patient with {"missed": 0}\` | final |
| booked | miss | missed | | | \`update patient with {"missed": patient.missed + 1}\` | final |
| asked, waiting, booked | drop | dropped | | | | final |

### Prescription.state

| From | Event | To | Guard | Error | Effect | Description |
|---|---|---|---|---|---|---|
| | | issued | \`visit.state == "seen"\` | NOT_SEEN | | |
| issued | give(count: integer) | issued | \`count > 0 && given + count <= doses\` | TOO_MANY | \`given = given + count\` | |
| issued | finish | finished | \`given == doses\` | NOT_ALL | \`endedAt = now\` | final |
| issued | revoke | revoked | | | \`endedAt = now\` | |
| revoked | restore | issued | \`given < doses\` | ALL_GIVEN | \`endedAt = null\` | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| room is not blank | Surgery.room | \`size(trim(room)) > 0\` | BLANK |
| places in bounds | Surgery.places | \`places >= 1 && places <= MOST_PLACES\` | BAD_PLACES |
| places cover what is booked | Surgery | \`booked <= places\` | BOOKED |
| reason is not blank | Visit.reason | \`size(trim(reason)) > 0\` | BLANK |
| one visit each | Visit | unique surgery, patient | TWICE |
| few at once | Visit on create | \`size(Visit.filter(v, v.patient == self.patient && v.state in ["asked", "waiting", "booked"])) < MOST_VISITS\` | TOO_BUSY |
| drug is not blank | Prescription.drug | \`size(trim(drug)) > 0\` | BLANK |
| doses in bounds | Prescription.doses | \`doses >= 1 && doses <= MOST_DOSES\` | BAD_DOSES |
| doses of a visit | Prescription on create | \`sum(visit.prescriptions.map(p, p.doses)) <= MOST_TOGETHER\` | TOO_STRONG |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| patient | \`me.role == "patient"\` |
| nurse | \`me.role == "nurse"\` |
| doctor | \`me.role == "doctor"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as patient |

| Permission | visitor | patient | nurse | doctor |
|---|---|---|---|---|
| Person: create | yes | no | no | no |
| Person: read | no | \`self == me\` | yes | yes |
| Person.blocked: update | no | no | yes | no |
| Surgery: create | no | no | no | \`doctor == me\` |
| Surgery: read | \`state == "open"\` | \`state != "planned"\` | yes | \`state != "planned" \\|\\| doctor == me\` |
| Surgery: update, offer, close, reopen, call off | no | no | no | \`doctor == me\` |
| Surgery: delete | no | no | no | \`doctor == me && state == "planned"\` |
| Visit: create | no | \`patient == me\` | no | no |
| Visit: read | no | \`patient == me\` | yes | \`surgery.doctor == me\` |
| Visit.note: read | no | no | no | yes |
| Visit.note: update | no | no | no | \`surgery.doctor == me && state == "seen"\` |
| Visit: update | no | \`patient == me && state in ["asked", "waiting"]\` | no | no |
| Visit: delete | no | \`patient == me && state == "cancelled"\` | no | no |
| Visit: withdraw, cancel | no | \`patient == me\` | no | no |
| Visit: wait, confirm, miss | no | no | yes | no |
| Visit: see | no | no | no | \`surgery.doctor == me\` |
| Prescription: create | no | no | no | \`visit.surgery.doctor == me\` |
| Prescription: read | no | \`visit.patient == me\` | yes | \`visit.surgery.doctor == me\` |
| Prescription: delete | no | no | no | \`visit.surgery.doctor == me && given == 0\` |
| Prescription: give, finish | no | no | yes | no |
| Prescription: revoke, restore | no | no | no | \`visit.surgery.doctor == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token, "me": PersonView(me)}\` | CONFLICT, INVALID | |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token, "me": PersonView(me)}\` | UNAUTHORIZED | |
| \`GET /me\` | | | 200 \`PersonView(me)\` | UNAUTHORIZED | patient, nurse, doctor |
| \`PUT /people/:number/blocked\` | \`{blocked}\` | \`get Person as p where p.number == number; update p\` | 200 \`PersonView(p)\` | INVALID, FORBIDDEN, NOT_FOUND | nurse |
| \`GET /surgeries?state&from&free&limit=20&offset=0\` | | \`list Surgery as found where (state == null \\|\\| self.state == state) && (from == null \\|\\| self.day >= from) && (free == null \\|\\| self.places - self.booked >= free) sort day asc, number asc limit limit offset offset\` | 200 \`{"surgeries": found.map(s, SurgeryView(s)), "total": total}\` | INVALID | |
| \`POST /surgeries\` | \`{room, day, places}\` | \`create Surgery as s\` | 201 \`SurgeryView(s)\` | BLANK, BAD_PLACES, BOOKED, INVALID, FORBIDDEN | doctor |
| \`GET /surgeries/:number\` | | \`get Surgery as s where s.number == number\` | 200 \`SurgeryView(s)\` | NOT_FOUND | |
| \`PATCH /surgeries/:number\` | \`{room?, day?, places?}\` | \`get Surgery as s where s.number == number; update s\` | 200 \`SurgeryView(s)\` | BLANK, BAD_PLACES, BOOKED, INVALID, FORBIDDEN, NOT_FOUND | doctor |
| \`DELETE /surgeries/:number\` | | \`get Surgery as s where s.number == number; delete s\` | 204 | FORBIDDEN, NOT_FOUND | doctor |
| \`POST /surgeries/:number/offer\` | | \`get Surgery as s where s.number == number; offer s\` | 200 \`SurgeryView(s)\` | TOO_LATE, CONFLICT, FORBIDDEN, NOT_FOUND | doctor |
| \`POST /surgeries/:number/close\` | | \`get Surgery as s where s.number == number; close s\` | 200 \`SurgeryView(s)\` | CONFLICT, FORBIDDEN, NOT_FOUND | doctor |
| \`POST /surgeries/:number/reopen\` | | \`get Surgery as s where s.number == number; reopen s\` | 200 \`SurgeryView(s)\` | FULL, CONFLICT, FORBIDDEN, NOT_FOUND | doctor |
| \`POST /surgeries/:number/off\` | | \`get Surgery as s where s.number == number; call off s\` | 200 \`SurgeryView(s)\` | CONFLICT, FORBIDDEN, NOT_FOUND | doctor |
| \`GET /visits?state&surgery&kind&words&limit=20&offset=0\` | | \`list Visit as found where (state == null \\|\\| self.state == state) && (surgery == null \\|\\| self.surgery.number == surgery) && (kind == null \\|\\| self.kind == kind) && (words == null \\|\\| lower(self.reason).contains(lower(words))) sort reason asc, number asc limit limit offset offset\` | 200 \`{"visits": found.map(v, VisitView(v)), "total": total}\` | INVALID, UNAUTHORIZED | patient, nurse, doctor |
| \`POST /surgeries/:number/visits\` | \`{reason, kind?}\` | \`get Surgery as s where s.number == number; create Visit as v with {"surgery": s, "reason": reason, "kind": kind}\` | 201 \`VisitView(v)\` | NOT_OPEN, BLANK, TWICE, TOO_BUSY, INVALID, FORBIDDEN, NOT_FOUND | patient |
| \`GET /visits/:number\` | | \`get Visit as v where v.number == number\` | 200 \`VisitView(v)\` | NOT_FOUND | patient, nurse, doctor |
| \`PATCH /visits/:number\` | \`{reason?, kind?}\` | \`get Visit as v where v.number == number; update v\` | 200 \`VisitView(v)\` | BLANK, INVALID, FORBIDDEN, NOT_FOUND | patient |
| \`PUT /visits/:number/note\` | \`{note}\` | \`get Visit as v where v.number == number; update v\` | 200 \`VisitView(v)\` | INVALID, FORBIDDEN, NOT_FOUND | doctor |
| \`DELETE /visits/:number\` | | \`get Visit as v where v.number == number; delete v\` | 204 | FORBIDDEN, NOT_FOUND | patient |
| \`POST /visits/:number/wait\` | | \`get Visit as v where v.number == number; wait v\` | 200 \`VisitView(v)\` | NOT_FULL, CONFLICT, FORBIDDEN, NOT_FOUND | nurse |
| \`POST /visits/:number/confirm\` | | \`get Visit as v where v.number == number; confirm v\` | 200 \`VisitView(v)\` | FULL, BOOKED, CONFLICT, FORBIDDEN, NOT_FOUND | nurse |
| \`POST /visits/:number/withdraw\` | | \`get Visit as v where v.number == number; withdraw v\` | 200 \`VisitView(v)\` | CONFLICT, FORBIDDEN, NOT_FOUND | patient |
| \`POST /visits/:number/cancel\` | | \`get Visit as v where v.number == number; cancel v\` | 200 \`VisitView(v)\` | CONFLICT, FORBIDDEN, NOT_FOUND | patient |
| \`POST /visits/:number/see\` | \`{fee}\` | \`get Visit as v where v.number == number; see v with {"fee": fee}\` | 200 \`VisitView(v)\` | BAD_FEE, CONFLICT, INVALID, FORBIDDEN, NOT_FOUND | doctor |
| \`POST /visits/:number/miss\` | | \`get Visit as v where v.number == number; miss v\` | 200 \`VisitView(v)\` | CONFLICT, FORBIDDEN, NOT_FOUND | nurse |
| \`GET /prescriptions?state&visit&limit=20&offset=0\` | | \`list Prescription as found where (state == null \\|\\| self.state == state) && (visit == null \\|\\| self.visit.number == visit) sort doses desc, number asc limit limit offset offset\` | 200 \`{"prescriptions": found.map(p, PrescriptionView(p)), "total": total}\` | INVALID, UNAUTHORIZED | patient, nurse, doctor |
| \`POST /visits/:number/prescriptions\` | \`{drug, doses}\` | \`get Visit as v where v.number == number; create Prescription as p with {"visit": v, "drug": drug, "doses": doses}\` | 201 \`PrescriptionView(p)\` | NOT_SEEN, BLANK, BAD_DOSES, TOO_STRONG, INVALID, FORBIDDEN, NOT_FOUND | doctor |
| \`GET /prescriptions/:number\` | | \`get Prescription as p where p.number == number\` | 200 \`PrescriptionView(p)\` | NOT_FOUND | patient, nurse, doctor |
| \`DELETE /prescriptions/:number\` | | \`get Prescription as p where p.number == number; delete p\` | 204 | FORBIDDEN, NOT_FOUND | doctor |
| \`POST /prescriptions/:number/give\` | \`{count}\` | \`get Prescription as p where p.number == number; give p with {"count": count}\` | 200 \`PrescriptionView(p)\` | TOO_MANY, CONFLICT, INVALID, FORBIDDEN, NOT_FOUND | nurse |
| \`POST /prescriptions/:number/finish\` | | \`get Prescription as p where p.number == number; finish p\` | 200 \`PrescriptionView(p)\` | NOT_ALL, CONFLICT, FORBIDDEN, NOT_FOUND | nurse |
| \`POST /prescriptions/:number/revoke\` | | \`get Prescription as p where p.number == number; revoke p\` | 200 \`PrescriptionView(p)\` | CONFLICT, FORBIDDEN, NOT_FOUND | doctor |
| \`POST /prescriptions/:number/restore\` | | \`get Prescription as p where p.number == number; restore p\` | 200 \`PrescriptionView(p)\` | ALL_GIVEN, CONFLICT, FORBIDDEN, NOT_FOUND | doctor |

### PersonView of Person

| Key | Value |
|---|---|
| number | |
| name | |
| role | |
| missed | |
| blocked | |

### SurgeryView of Surgery

| Key | Value |
|---|---|
| number | |
| doctor | \`doctor.name\` |
| room | |
| day | |
| places | |
| free | \`places - booked\` |
| state | |
| mine | \`size(visits.filter(v, v.patient == me))\` |

### VisitView of Visit

| Key | Value |
|---|---|
| number | |
| surgery | \`surgery.number\` |
| patient | \`patient.name\` |
| reason | |
| kind | |
| fee | |
| note | |
| seenAt | |
| state | |
| doses | \`sum(prescriptions.map(p, p.doses))\` |

### PrescriptionView of Prescription

| Key | Value |
|---|---|
| number | |
| visit | \`visit.number\` |
| drug | |
| doses | |
| given | |
| left | \`doses - given\` |
| endedAt | |
| state | |

## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| BLANK | 422 | Say something. | toast |
| BAD_PLACES | 422 | Offer 1 to {MOST_PLACES} places. | at places |
| BOOKED | 409 | More is booked. | at places |
| TWICE | 409 | You have asked already. | toast |
| TOO_BUSY | 409 | Have fewer than {MOST_VISITS} visits at once. | toast |
| BAD_DOSES | 422 | Prescribe 1 to {MOST_DOSES} doses. | at doses |
| TOO_STRONG | 409 | That is too much for one visit. | at doses |
| TOO_LATE | 409 | The day is over. | toast |
| NOT_OPEN | 409 | You cannot ask for this now. | toast |
| NOT_FULL | 409 | There is a place. | toast |
| FULL | 409 | No place is free. | toast |
| BAD_FEE | 422 | Take another fee. | at fee |
| NOT_SEEN | 409 | The patient has not been seen. | toast |
| TOO_MANY | 409 | That is more than was prescribed. | at count |
| NOT_ALL | 409 | Doses are left. | toast |
| ALL_GIVEN | 409 | Nothing is left. | toast |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| MOST_PLACES | 12 | |
| MOST_VISITS | 3 | |
| MOST_DOSES | 30 | doses |
| MOST_TOGETHER | 40 | doses |
| MOST_FEE | 500 | euros |
`;

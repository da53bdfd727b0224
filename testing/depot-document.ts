/** Rooms with tenants' crates: sums, products, and effects on several records. */
export const depotDocument = `# Specification: Depot

## 3. Entities and their fields

### Member

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| name | text(40) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum tenant, keeper | yes | | tenant |
| credit | integer | yes | | 600 |
| rent | integer | yes | | 0 |

| Example | name | email | password | role |
|---|---|---|---|---|
| Kim | Kim Keys | kim@example.com | correct-horse | keeper |
| Kai | Kai Keys | kai@example.com | correct-horse | keeper |

### Room

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| code | text(8) | yes | yes | |
| capacity | integer | yes | | |
| fee | integer | yes | | 2 |
| kept | integer | yes | | 0 |
| state | state | | | |
| crates | list of Crate by room | | | |

### Crate

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| room | Room | yes | | |
| owner | Member | yes | | \`me\` |
| label | text(30) | yes | | |
| weight | integer | yes | | |
| height | integer | yes | | 1 |
| price | integer | | | |
| storedAt | datetime | | | |
| state | state | | | |

## 4. States and transitions

### Room.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | open | | | |
| open | fill | full | | | |
| full | ease | open | | | |
| open | close | closed | \`kept == 0\` | NOT_EMPTY | \`for c in crates.filter(c, c.state == "asked"): refuse c\` |
| closed | reopen | open | | | |

### Crate.state

| From | Event | To | Guard | Error | Effect | Description |
|---|---|---|---|---|---|---|
| | | asked | \`room.state == "open"\` | NOT_OPEN | | |
| asked | store | stored | \`room.kept + weight <= room.capacity\` | NO_SPACE | \`storedAt = now; update room with {"kept": room.kept + weight}; update owner with {"rent": owner.rent + weight * room.fee}; when room.kept == room.capacity: fill room\` | |
| asked | refuse | refused | | | | final |
| stored | offer(price) | offered | \`price > 0 && price <= DEAREST * weight * height\` | BAD_PRICE | | |
| offered | withdraw | stored | | | \`price = null\` | |
| offered | buy | stored | \`owner != me && me.credit >= price\` | NO_CREDIT | \`update owner with {"credit": owner.credit + price, "rent": owner.rent - weight * room.fee}; update me with {"credit": me.credit - price, "rent": me.rent + weight * room.fee}; owner = me; price = null\` | |
| stored | collect | out | \`owner.credit >= weight * room.fee\` | NO_CREDIT | \`update owner with {"credit": owner.credit - weight * room.fee, "rent": owner.rent - weight * room.fee}; update room with {"kept": room.kept - weight}; when room.state == "full": ease room\` | final |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| code is not blank | Room.code | \`size(trim(code)) > 0\` | BLANK |
| capacity in bounds | Room.capacity | \`capacity >= 1 && capacity <= MOST_CAPACITY\` | BAD_CAPACITY |
| what is kept fits | Room | \`kept <= capacity\` | TOO_SMALL |
| fee in bounds | Room.fee | \`fee >= 1 && fee <= MOST_FEE\` | BAD_FEE |
| label is not blank | Crate.label | \`size(trim(label)) > 0\` | BLANK |
| weight in bounds | Crate.weight | \`weight >= 1 && weight <= MOST_WEIGHT\` | BAD_WEIGHT |
| height in bounds | Crate.height | \`height >= 1 && height <= 3\` | BAD_HEIGHT |
| few waiting | Crate on create | \`sum(Crate.filter(c, c.owner == self.owner && c.state == "asked").map(c, c.weight)) + weight <= MOST_WAITING\` | TOO_MUCH |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| tenant | \`me.role == "tenant"\` |
| keeper | \`me.role == "keeper"\` |

| Account | |
|---|---|
| Entity | Member |
| Sign in with | email, password |
| Sign up | yes, as tenant |

| Permission | visitor | tenant | keeper |
|---|---|---|---|
| Member: create | yes | no | no |
| Member: read | no | \`self == me\` | yes |
| Member.credit: update | no | no | yes |
| Room: create, update, close, reopen | no | no | yes |
| Room: read | no | \`state != "closed"\` | yes |
| Room: delete | no | no | \`kept == 0\` |
| Room: fill, ease | no | no | no |
| Crate: create | no | \`owner == me\` | no |
| Crate: read | no | \`owner == me \\|\\| state == "offered"\` | yes |
| Crate.label: read | no | \`owner == me\` | yes |
| Crate: update | no | \`owner == me && state == "asked"\` | no |
| Crate: delete | no | \`owner == me && state in ["asked", "refused"]\` | no |
| Crate: store, refuse | no | no | yes |
| Crate: offer, withdraw, collect | no | \`owner == me\` | no |
| Crate: buy | no | yes | no |

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
| \`POST /members\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token, "me": MemberView(me)}\` | CONFLICT, INVALID | |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token, "me": MemberView(me)}\` | UNAUTHORIZED | |
| \`GET /me\` | | | 200 \`MemberView(me)\` | UNAUTHORIZED | tenant, keeper |
| \`PUT /members/:number/credit\` | \`{credit}\` | \`get Member as m where m.number == number; update m\` | 200 \`MemberView(m)\` | INVALID, FORBIDDEN, NOT_FOUND | keeper |
| \`GET /rooms?state&space&limit=20&offset=0\` | | \`list Room as found where (state == null \\|\\| self.state == state) && (space == null \\|\\| self.capacity - self.kept >= space) sort code asc limit limit offset offset\` | 200 \`{"rooms": found.map(r, RoomView(r)), "total": total}\` | INVALID, UNAUTHORIZED | tenant, keeper |
| \`POST /rooms\` | \`{code, capacity, fee?}\` | \`create Room as r\` | 201 \`RoomView(r)\` | BLANK, BAD_CAPACITY, BAD_FEE, TOO_SMALL, CONFLICT, INVALID, FORBIDDEN | keeper |
| \`GET /rooms/:code\` | | \`get Room as r where r.code == code\` | 200 \`RoomView(r)\` | NOT_FOUND | tenant, keeper |
| \`PATCH /rooms/:code\` | \`{capacity?, fee?}\` | \`get Room as r where r.code == code; update r\` | 200 \`RoomView(r)\` | BAD_CAPACITY, BAD_FEE, TOO_SMALL, INVALID, FORBIDDEN, NOT_FOUND | keeper |
| \`DELETE /rooms/:code\` | | \`get Room as r where r.code == code; delete r\` | 204 | CONFLICT, FORBIDDEN, NOT_FOUND | keeper |
| \`POST /rooms/:code/close\` | | \`get Room as r where r.code == code; close r\` | 200 \`RoomView(r)\` | NOT_EMPTY, CONFLICT, FORBIDDEN, NOT_FOUND | keeper |
| \`POST /rooms/:code/reopen\` | | \`get Room as r where r.code == code; reopen r\` | 200 \`RoomView(r)\` | CONFLICT, FORBIDDEN, NOT_FOUND | keeper |
| \`GET /crates?state&room&limit=20&offset=0\` | | \`list Crate as found where (state == null \\|\\| self.state == state) && (room == null \\|\\| self.room.code == room) sort number asc limit limit offset offset\` | 200 \`{"crates": found.map(c, CrateView(c)), "total": total}\` | INVALID, UNAUTHORIZED | tenant, keeper |
| \`POST /crates\` | \`{code, label, weight, height?}\` | \`get Room as r where r.code == code; create Crate as c with {"room": r, "label": label, "weight": weight, "height": height}\` | 201 \`CrateView(c)\` | NOT_OPEN, BLANK, BAD_WEIGHT, BAD_HEIGHT, TOO_MUCH, INVALID, FORBIDDEN, NOT_FOUND | tenant |
| \`GET /crates/:number\` | | \`get Crate as c where c.number == number\` | 200 \`CrateView(c)\` | NOT_FOUND | tenant, keeper |
| \`PATCH /crates/:number\` | \`{label?, weight?}\` | \`get Crate as c where c.number == number; update c\` | 200 \`CrateView(c)\` | BLANK, BAD_WEIGHT, INVALID, FORBIDDEN, NOT_FOUND | tenant |
| \`DELETE /crates/:number\` | | \`get Crate as c where c.number == number; delete c\` | 204 | FORBIDDEN, NOT_FOUND | tenant |
| \`POST /crates/:number/store\` | | \`get Crate as c where c.number == number; store c\` | 200 \`CrateView(c)\` | NO_SPACE, CONFLICT, FORBIDDEN, NOT_FOUND | keeper |
| \`POST /crates/:number/refuse\` | | \`get Crate as c where c.number == number; refuse c\` | 200 \`CrateView(c)\` | CONFLICT, FORBIDDEN, NOT_FOUND | keeper |
| \`POST /crates/:number/offer\` | \`{price}\` | \`get Crate as c where c.number == number; offer c with {"price": price}\` | 200 \`CrateView(c)\` | BAD_PRICE, CONFLICT, INVALID, FORBIDDEN, NOT_FOUND | tenant |
| \`POST /crates/:number/withdraw\` | | \`get Crate as c where c.number == number; withdraw c\` | 200 \`CrateView(c)\` | CONFLICT, FORBIDDEN, NOT_FOUND | tenant |
| \`POST /crates/:number/buy\` | | \`get Crate as c where c.number == number; buy c\` | 200 \`CrateView(c)\` | NO_CREDIT, CONFLICT, FORBIDDEN, NOT_FOUND | tenant |
| \`POST /crates/:number/collect\` | | \`get Crate as c where c.number == number; collect c\` | 200 \`CrateView(c)\` | NO_CREDIT, CONFLICT, FORBIDDEN, NOT_FOUND | tenant |

### MemberView of Member

| Key | Value |
|---|---|
| number | |
| name | |
| role | |
| credit | |
| rent | |

### RoomView of Room

| Key | Value |
|---|---|
| code | |
| capacity | |
| fee | |
| kept | |
| state | |
| mine | \`crates.filter(c, c.owner == me).map(c, c.label)\` |

### CrateView of Crate

| Key | Value |
|---|---|
| number | |
| room | \`room.code\` |
| label | |
| weight | |
| height | |
| price | |
| storedAt | |
| state | |
| mine | \`owner == me\` |

## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| BLANK | 422 | Say something. | toast |
| BAD_CAPACITY | 422 | A room holds 1 to {MOST_CAPACITY} kilograms. | at capacity |
| TOO_SMALL | 409 | More is kept in this room. | at capacity |
| BAD_FEE | 422 | A kilogram costs 1 to {MOST_FEE} cents. | at fee |
| BAD_WEIGHT | 422 | A crate weighs 1 to {MOST_WEIGHT} kilograms. | at weight |
| BAD_HEIGHT | 422 | Crates are piled three high at most. | at height |
| TOO_MUCH | 409 | {MOST_WAITING} kilograms may wait at most. | toast |
| NOT_OPEN | 409 | This room takes no crates. | toast |
| NOT_EMPTY | 409 | Crates are kept in this room. | toast |
| NO_SPACE | 409 | This room is too full. | toast |
| BAD_PRICE | 422 | Name another price. | at price |
| NO_CREDIT | 402 | Your credit is too low. | toast |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| MOST_CAPACITY | 400 | kilograms |
| MOST_FEE | 20 | cents |
| MOST_WEIGHT | 120 | kilograms |
| MOST_WAITING | 200 | kilograms |
| DEAREST | 5 | cents |
`;

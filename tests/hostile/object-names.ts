/**
 * A document in which names that every object of JavaScript has stand wherever a name may stand.
 */
export const objectNames = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'isPrototypeOf'] as const;

const all = (one: (name: string) => string): string => objectNames.map(one).join('\n');

export const objectNamesDocument = `# Specification: constructor

## 1. What the product does

| Person | Wants to | So that |
|---|---|---|
| constructor | keep things | they are kept |

### Scenario: constructor

| As | Do | Expect |
|---|---|---|
| toString | \`create Thing as valueOf with {"constructor": "a", "toString": 1}\` | \`valueOf.constructor == "a" && valueOf.toString == 1 && valueOf.valueOf == null\` |
| toString | \`hasownproperty valueOf\` | \`valueOf.state == "tostring"\` |
| \`__proto__\` | \`constructor valueOf with {"toString": 7}\` | \`valueOf.state == "constructor" && valueOf.toString == 7\` |
| toString | \`get Thing as constructor where name == "first"\` | \`constructor.hasOwnProperty == null\` |
| toString | \`update constructor with {"hasOwnProperty": true}\` | \`constructor.hasOwnProperty\` |
| toString | \`update constructor with {"__proto__": "changed"}\` | \`constructor.__proto__ == "changed"\` |

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Home | / | |
| constructor | /things/:constructor | Thing |

### Home

- list of Thing: name, constructor, toString, \`__proto__\`
  - filter constructor, toString
  - group by constructor
  - search constructor, \`__proto__\`
  - sort toString
- form to create Thing: name, constructor, toString, valueOf, hasOwnProperty, \`__proto__\`, isPrototypeOf
- board of Thing by state: name
- chart of count of Thing by constructor as bar

### constructor

- details: constructor, toString, valueOf, hasOwnProperty, \`__proto__\`, isPrototypeOf
- form to edit: constructor, toString, \`__proto__\`
- buttons: constructor, hasownproperty, delete
- timeline of Thing

## 3. Entities and their fields

### Person

| Field | Type | Required |
|---|---|---|
| constructor | text | yes |
| password | password | |

| Example | constructor | password |
|---|---|---|
| toString | who | long enough a password |
| \`__proto__\` | other | long enough another |

### Thing

| Field | Type | Default | Computed |
|---|---|---|---|
| name | text | | |
| constructor | text | | |
| toString | integer | | |
| valueOf | Person | | |
| hasOwnProperty | boolean | | |
| \`__proto__\` | text | standard | |
| isPrototypeOf | list of text | | |
| computed | text | | \`constructor + "!"\` |
| state | state | | |

| Example | name | constructor |
|---|---|---|
| constructor | first | plain |
| hasOwnProperty | second | |

### Constructor

| Field | Type |
|---|---|
| \`__proto__\` | list of Thing |
| constructor | list of Constructor |

### ToString

| Field | Type |
|---|---|
| constructor | Thing |

## 4. States and transitions

### Thing.state

| From | Event | To | Guard | Effect |
|---|---|---|---|---|
| | | constructor | | |
| constructor | hasownproperty | tostring | \`toString != null\` | |
| tostring | constructor(toString) | constructor | | \`isPrototypeOf = [constructor]\` |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| constructor | Thing.toString | \`toString < VALUEOF\` | CONSTRUCTOR |
| toString | Thing | unique name | |

## 6. Roles and permissions

| Role | Is |
|---|---|
| constructor | \`me != null\` |
| tostring | \`me == null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | constructor, password |

| Permission | constructor | tostring |
|---|---|---|
| Thing: create, read, update, delete, constructor, hasownproperty | yes | yes |
| Person: create, read, update | yes | yes |
| Constructor: create, read, update, delete, add, remove | yes | yes |
| ToString: create, read, update, delete | yes | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /constructor\` | \`{name?, constructor?, toString?, hasOwnProperty?, __proto__?}\` | \`create Thing as valueOf\` | 201 \`ThingView(valueOf)\` |
| \`GET /constructor/:constructor?toString\` | | \`get Thing as valueOf where name == constructor\` | 200 \`{"constructor": valueOf.constructor, "__proto__": valueOf.__proto__, "toString": toString, "whole": valueOf}\` |
| \`GET /__proto__?valueOf\` | | \`list Thing as constructor\` | 200 \`{"hasOwnProperty": constructor, "valueOf": valueOf, "total": total}\` |

### ThingView of Thing

| Key | Value |
|---|---|
${all((name) => `| \`${name}\` | |`)}
| name | |

## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| CONSTRUCTOR | 422 | {constructor}, {value}, {toString}, {limit} | at toString |

Error body: \`{"constructor": [field], "__proto__": [message], error: [value]}\`

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| VALUEOF | 1000 | constructor |
`;

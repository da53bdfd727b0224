import { own } from '../../base/own.ts';
import type { OwnMessage } from '../../engine/outcome.ts';
import type { ChartWords, Words } from '../words.ts';
import { counter } from './counter.ts';
import { germanPartWords } from './de-parts.ts';

const counted = counter('de');

/** What a value must be, by its kind in the Type column. */
const must: Readonly<Record<string, string>> = {
  required: 'muss ausgefüllt sein',
  text: 'muss Text sein',
  integer: 'muss eine ganze Zahl sein',
  decimal: 'muss eine Zahl sein',
  money: 'muss ein Betrag mit höchstens zwei Nachkommastellen sein',
  boolean: 'muss ja oder nein sein',
  date: 'muss ein Datum sein',
  time: 'muss eine Uhrzeit sein',
  datetime: 'muss ein Zeitpunkt sein',
  duration: 'muss eine Dauer sein',
  email: 'muss eine E-Mail-Adresse sein',
  url: 'muss eine Web-Adresse sein, die mit http:// oder https:// beginnt',
  phone: 'muss eine Telefonnummer sein',
  color: 'muss eine Farbe sein',
  uuid: 'muss eine UUID sein',
  slug: 'darf nur Kleinbuchstaben, Ziffern und Bindestriche haben',
  enum: 'muss einer der vorgegebenen Werte sein',
  relation: 'muss ein vorhandener Eintrag sein',
  list: 'muss eine Liste sein',
  file: 'muss eine hochgeladene Datei sein',
  image: 'muss ein Bild sein',
};

function refusal({ code, data }: OwnMessage): string {
  const { field = '', entity = '' } = data;
  switch (code) {
    case 'UNAUTHORIZED':
      return 'Bitte melden Sie sich an.';
    case 'FORBIDDEN':
      return 'Das dürfen Sie nicht.';
    case 'NOT_FOUND':
      return entity === '' || entity === 'record' ? 'Das gibt es hier nicht.' : `Das gibt es hier nicht (${entity}).`;
    case 'CONFLICT':
      return 'Das ist jetzt nicht möglich.';
    case 'INVALID':
      return field === '' ? 'Das ist kein gültiger Wert.' : `${field}: Das ist kein gültiger Wert.`;
    case 'required':
      return `${field} muss ausgefüllt sein.`;
    case 'unfit':
      return `${field} ${own(must, data['must'] ?? '') ?? 'hat einen Wert, der hier nicht passt'}.`;
    case 'taken':
      return `${data['fields'] ?? ''} ist schon vergeben.`;
    case 'referred':
      return `Das kann nicht gelöscht werden, solange andere Einträge darauf verweisen (${entity}: ${field}).`;
    case 'rule':
      return `Die Regel „${data['rule'] ?? ''}“ ist verletzt.`;
    case 'no-field':
      return `${field} ist kein Feld von ${entity}.`;
    case 'mistake-in-document':
      return 'Das geht nicht: Das Dokument hat hier einen Fehler.';
    case 'no-accounts':
      return 'Niemand kann sich anmelden: Das Dokument sagt nicht, was ein Konto ist.';
    case 'sign-in':
      return 'Das stimmt nicht. Bitte versuchen Sie es noch einmal.';
    case 'TOO_MANY_ATTEMPTS':
      return `Zu viele Versuche. Bitte versuchen Sie es in ${data['seconds'] ?? ''} Sekunden noch einmal.`;
    case 'TOO_EXPENSIVE':
      return 'Das ist zu viel Arbeit. Bitte verlangen Sie weniger.';
    case 'wrong-password':
      return 'Das ist nicht das aktuelle Passwort.';
    case 'too-many-rows':
      return `Eine Datei darf ${data['most'] ?? ''} Zeilen haben; diese hat ${data['rows'] ?? ''}. Bitte teilen Sie sie.`;
    case 'more-mistakes':
      return data['count'] === '1' ? 'Es gibt noch 1 weiteren Fehler.' : `Es gibt noch ${data['count'] ?? ''} weitere Fehler.`;
    case 'failed':
      return 'Im Produkt selbst ist etwas schiefgegangen. Nichts wurde geändert.';
    case 'storage-full':
      return 'Der Speicher Ihres Browsers ist voll, deshalb wurde nichts gespeichert. Löschen Sie, was Sie nicht mehr brauchen, oder geben Sie in den Einstellungen des Browsers Speicher frei, und versuchen Sie es dann noch einmal.';
    case 'outcome-unknown':
      return 'Es ist nicht bekannt, ob das gespeichert wurde. Laden Sie die Seite neu, bevor Sie es noch einmal versuchen.';
    case 'unavailable':
      return 'Das Produkt antwortet gerade nicht, und nichts wurde gespeichert. Bitte versuchen Sie es gleich noch einmal.';
  }
}

function chartTitle({ aggregate, entity, field, by, per }: ChartWords): string {
  const what = { count: entity, sum: 'Summe', avg: 'Durchschnitt', min: 'Kleinster Wert', max: 'Größter Wert' }[aggregate];
  const times = { day: 'Tag', week: 'Woche', month: 'Monat', year: 'Jahr' };
  return `${what}${aggregate === 'count' ? '' : `: ${field}`} nach ${by}${per ? ` je ${times[per]}` : ''}`;
}

export const germanWords: Words = {
  ui: {
    close: 'Schließen',
    clear: 'Leeren',
    choose: 'Auswählen…',
    none: 'Nichts',
    searching: 'Suche läuft…',
    nothingFound: 'Nichts gefunden',
    searchFailed: 'Die Suche ist gescheitert. Tippen oder öffnen Sie noch einmal.',
    didNotLoad: 'Das wurde nicht geladen. Bitte sehen Sie nach, ob es ein Netz gibt, und versuchen Sie es noch einmal.',
    remove: (what) => `${what} entfernen`,
    addTag: 'Hinzufügen…',
    dropFile: 'Datei hier ablegen, einfügen oder',
    chooseFile: 'auswählen',
    previousPage: 'Vorige Seite',
    nextPage: 'Nächste Seite',
    range: (from, to, total) => `${counted(from, { other: '#' })}–${counted(to, { other: '#' })} von ${counted(total, { other: '#' })}`,
    required: 'Pflichtfeld',
    increase: 'Erhöhen',
    decrease: 'Verringern',
    loading: 'Wird geladen',
    notifications: 'Meldungen',
    unavailable: 'Jetzt nicht möglich',
    resize: 'Größe ändern',
  },
  navigation: 'Ansichten',
  openNavigation: 'Navigation öffnen',
  actingAs: 'Handelt als',
  nobody: 'Niemand',
  signedOut: 'nicht angemeldet',
  people: 'Handeln als',
  signOut: 'Abmelden',
  signIn: 'Anmelden',
  signUp: 'Registrieren',
  signedIn: 'Sie sind angemeldet.',
  signInRefused: 'Das stimmt nicht. Bitte prüfen Sie Ihre Eingaben.',
  why: 'Warum?',
  whyLong: (message) => `Warum? ${message}`,
  assumed: 'angenommen',
  assumedScreen: 'Das Dokument sagt nicht, was diese Ansicht zeigt. Das hier ist angenommen.',
  hole: 'nicht gesagt',
  fillIn: 'Ausfüllen',
  notShown: 'nicht gesagt',
  nothingKnown: 'Noch ist nichts bekannt',
  nothingKnownText:
    'Dieses Produkt ist noch nicht beschrieben. Jeder der neun Abschnitte unten kann ausgefüllt werden; sobald einer etwas sagt, folgt das Produkt.',
  unknownSection: 'Darüber ist nichts gesagt.',
  sectionStates: { shown: 'gesagt', described: 'beschrieben', assumed: 'angenommen', 'not shown': 'nicht gesagt' },
  noScreen: 'Diese Ansicht gibt es nicht',
  noScreenText: (path) => `Nichts hat die Adresse ${path}.`,
  noScreens: 'Für diese Person ist keine Ansicht offen.',
  backToStart: 'Zurück zum Anfang',
  goBack: 'Zurück',
  tryAgain: 'Noch einmal versuchen',
  broken: 'Das konnte nicht geladen werden.',
  unreadPart: 'Dieser Teil kann nicht gelesen werden',
  holePart: 'Was hier steht, ist nicht gesagt',
  noComponent: (name) => `Die Komponente „${name}“ fehlt`,
  noComponentText:
    'Das Dokument verlangt hier eine Komponente von den Eigentümern des Produkts, und keine dieses Namens wurde mitgegeben. Alles andere funktioniert.',
  noComponentHow:
    'Mit `ninefold build` kommt sie aus einer Datei: --components seat-map.js, oder aus einem Ordner „components“ neben dem Dokument. Die Anleitung zum Bauen sagt, wie man sie schreibt.',
  componentFailed: (name) => `Die Komponente „${name}“ hat einen Fehler und konnte nicht gezeigt werden.`,
  search: 'Suchen',
  filters: 'Filter',
  clearFilters: 'Zurücksetzen',
  skip: 'Zum Inhalt',
  noMatches: 'Nichts passt',
  noMatchesText: 'Versuchen Sie es mit anderen Wörtern oder weniger Filtern.',
  emptyList: (entity) => `Noch nichts da (${entity})`,
  selected: (count) => counted(count, { other: '# ausgewählt' }),
  selectAll: 'Alle auswählen',
  selectRow: (label) => `${label} auswählen`,
  clearSelection: 'Auswahl aufheben',
  bulkDone: (event, count) => `${event}: ${counted(count, { one: 'bei # Eintrag erledigt.', other: 'bei # Einträgen erledigt.' })}`,
  bulkRefused: (refused, count, message) =>
    `Abgelehnt bei ${counted(refused, { other: '#' })} von ${counted(count, { other: '#' })}: ${message}`,
  edit: (field) => `${field} ändern`,
  save: 'Speichern',
  create: (entity) => `${entity} anlegen`,
  undo: 'Rückgängig',
  undone: 'Rückgängig gemacht.',
  saved: 'Gespeichert.',
  created: (entity) => `Angelegt: ${entity}.`,
  deleted: (label) => `„${label}“ ist gelöscht.`,
  delete: 'Löschen',
  deleteTitle: (label) => `„${label}“ löschen?`,
  deleteText: 'Es kann nicht zurückgeholt werden.',
  cancel: 'Abbrechen',
  done: (event) => `${event}: erledigt.`,
  requiredField: 'Bitte füllen Sie das aus.',
  notANumber: 'Das ist keine Zahl.',
  notWhole: 'Das ist keine ganze Zahl.',
  notJson: 'Das ist kein gültiges JSON.',
  yes: 'Ja',
  no: 'Nein',
  nothing: '–',
  write: 'Schreiben',
  preview: 'Vorschau',
  emptyPreview: 'Noch nichts zu sehen.',
  removeFile: 'Datei entfernen',
  days: 'Tage',
  hours: 'Stunden',
  minutes: 'Minuten',
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  discardDraft: 'Verwerfen',
  draftKept: 'Ihr Entwurf ist wieder da.',
  draftFailed: 'Was Sie hier schreiben, konnte nicht als Entwurf aufgehoben werden.',
  more: (count) => counted(count, { other: '# weitere' }),
  moveTo: 'Verschieben nach',
  moveCard: (label) => `${label} verschieben`,
  emptyColumn: 'Nichts hier',
  noHistory: 'Noch ist nichts geschehen.',
  byItself: 'Das Produkt',
  did: (event) => `hat „${event}“ ausgeführt`,
  movedByItself: (state) => `Automatisch auf „${state}“ gesetzt`,
  changedByItself: 'Automatisch geändert',
  operations: { create: 'hat es angelegt', update: 'hat es geändert', delete: 'hat es gelöscht' },
  noRecord: 'Es gibt nichts zu zeigen.',
  cannotReckon: 'Das konnte nicht berechnet werden.',
  today: 'Heute',
  asTable: 'Als Tabelle',
  noData: 'Noch keine Daten',
  openImage: 'Bild öffnen',
  view: 'Ansicht',
  chartTitle,
  dragging: {
    how: 'Mit der Leertaste heben Sie die Karte auf, mit den Pfeiltasten tragen Sie sie, mit der Leertaste legen Sie sie ab, mit Escape bleibt sie, wo sie war.',
    lifted: (label) => `${label} ist aufgehoben.`,
    over: (label, column) => `${label} ist über ${column}.`,
    notOver: (label) => `${label} ist über keiner Spalte.`,
    dropped: (label, column) => `${label} wurde bei ${column} abgelegt.`,
    cancelled: (label) => `${label} bleibt, wo es war.`,
  },
  actFreely: 'Ein Passwort ist nicht nötig: Diese Daten sind nur in diesem Browser.',
  account: {
    title: 'Konto',
    nothing: 'Hier gibt es nichts zu ändern.',
    password: 'Passwort',
    current: 'Aktuelles Passwort',
    confirm: 'Bestätigen Sie, dass Sie es sind',
    next: 'Neues Passwort',
    change: 'Passwort ändern',
    changed: 'Das Passwort ist geändert. Alle anderen Sitzungen sind beendet.',
    sessions: 'Wo Sie angemeldet sind',
    began: 'Angemeldet',
    expires: 'Endet',
    here: 'hier',
    end: 'Beenden',
    endAll: 'Überall abmelden',
  },
  site: {
    starting: 'Startet…',
    notStarted: 'Das konnte nicht starten.',
    fleeting: 'Dieser Browser behält nichts für diese Seite: Was Sie hier schreiben, ist fort, wenn Sie sie schließen.',
    newVersion: 'Eine neue Version ist da.',
    useNewVersion: 'Jetzt verwenden',
    behind: 'Die neue Version kann nicht alle Ihre Daten behalten',
    behindText: 'Alles läuft weiter wie bisher. Mit der neuen Version ginge verloren:',
    takeAnyway: 'Neue Version verwenden und das verlieren',
    keepData: 'Daten behalten',
  },
  palette: {
    title: 'Gehen zu oder tun',
    placeholder: 'Wohin, oder was?',
    nothing: 'Nichts heißt so.',
    screens: 'Ansichten',
    records: 'Einträge',
    actions: 'Aktionen',
    shortcuts: 'Tastenkürzel',
    copyLink: 'Link auf diese Stelle kopieren',
    linkCopied: 'Der Link ist kopiert.',
    linkNotCopied: 'Dieser Browser lässt die Seite nicht kopieren. Der Link steht in der Adresszeile.',
    print: 'Drucken',
    themes: { light: 'Hell', dark: 'Dunkel', system: 'Hell oder dunkel wie das System' },
    keys: {
      palette: 'Zu einer Ansicht oder einem Eintrag gehen oder etwas tun',
      help: 'Diese Liste zeigen',
      send: 'Das Formular absenden',
      toasts: 'Zu den Meldungen gehen',
      close: 'Schließen, was offen ist',
      menu: 'In Listen und Menüs gehen',
      drag: 'Eine Karte aufheben und ablegen',
    },
  },
  parts: germanPartWords,
  refusal,
};

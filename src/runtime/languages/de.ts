import { own } from '../../base/own.ts';
import type { OwnMessage } from '../../engine/outcome.ts';
import type { ChartWords, MustBe, Words } from '../words.ts';
import { counter } from './counter.ts';
import { germanPartWords } from './de-parts.ts';

const counted = counter('de');

/** What a value must be, by its kind in the Type column. */
const must: Readonly<Record<MustBe, string>> = {
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
      return 'Sie haben keinen Zugriff.';
    case 'NOT_FOUND':
      return entity === '' || entity === 'record' ? 'Nicht gefunden.' : `${entity}: nicht gefunden.`;
    case 'CONFLICT':
      return 'Das ist im Moment nicht möglich.';
    case 'INVALID':
      return field === '' ? 'Ungültiger Wert.' : `${field}: ungültiger Wert.`;
    case 'required':
      return `${field} muss ausgefüllt sein.`;
    case 'unfit':
      return `${field} ${own(must, data['must'] ?? '') ?? 'hat einen ungültigen Wert'}.`;
    case 'taken':
      return `${data['fields'] ?? ''} ist schon vergeben.`;
    case 'referred':
      return `Löschen nicht möglich: Andere Einträge verweisen noch darauf (${entity}: ${field}).`;
    case 'rule':
      return `Regel nicht erfüllt: „${data['rule'] ?? ''}“.`;
    case 'no-field':
      return `${field} ist kein Feld von ${entity}.`;
    case 'mistake-in-document':
      return 'Das ist nicht möglich, weil das Dokument hier einen Fehler enthält.';
    case 'no-accounts':
      return 'Anmelden ist nicht möglich: Das Dokument legt keine Konten fest.';
    case 'sign-in':
      return 'Die Anmeldedaten sind nicht korrekt.';
    case 'TOO_MANY_ATTEMPTS':
      return `Zu viele Versuche. Bitte warten Sie ${data['seconds'] ?? ''} Sekunden und versuchen Sie es dann erneut.`;
    case 'TOO_EXPENSIVE':
      return 'Die Anfrage ist zu umfangreich. Bitte grenzen Sie sie ein.';
    case 'wrong-password':
      return 'Das aktuelle Passwort ist nicht korrekt.';
    case 'too-many-rows':
      return `Eine Datei darf höchstens ${data['most'] ?? ''} Zeilen enthalten, diese enthält ${data['rows'] ?? ''}. Bitte teilen Sie sie auf.`;
    case 'more-mistakes':
      return data['count'] === '1' ? 'Es gibt noch 1 weiteren Fehler.' : `Es gibt noch ${data['count'] ?? ''} weitere Fehler.`;
    case 'failed':
      return 'Ein Fehler ist aufgetreten. Es wurde nichts geändert.';
    case 'storage-full':
      return 'Der Speicher Ihres Browsers ist voll, deshalb wurde nichts gespeichert. Löschen Sie, was Sie nicht mehr brauchen, oder geben Sie in den Einstellungen des Browsers Speicher frei, und versuchen Sie es dann noch einmal.';
    case 'not-saved':
      return `Ihr Browser konnte das nicht speichern; nichts wurde geändert. (${data['why'] ?? ''})`;
    case 'outcome-unknown':
      return 'Möglicherweise wurde die Änderung nicht gespeichert. Laden Sie die Seite neu, bevor Sie es erneut versuchen.';
    case 'unavailable':
      return 'Der Dienst ist gerade nicht erreichbar. Es wurde nichts gespeichert. Bitte versuchen Sie es gleich noch einmal.';
  }
}

function chartTitle({ aggregate, entity, entities, field, by, per }: ChartWords): string {
  const what = { count: entities ?? entity, sum: 'Summe', avg: 'Durchschnitt', min: 'Minimum', max: 'Maximum' }[aggregate];
  const times = { day: 'Tag', week: 'Woche', month: 'Monat', year: 'Jahr' };
  return `${what}${aggregate === 'count' ? '' : `: ${field}`} nach ${by}${per ? ` pro ${times[per]}` : ''}`;
}

export const germanWords: Words = {
  ui: {
    close: 'Schließen',
    clear: 'Leeren',
    choose: 'Auswählen…',
    none: 'Keine Auswahl',
    searching: 'Wird gesucht…',
    nothingFound: 'Keine Ergebnisse',
    searchFailed: 'Die Suche ist fehlgeschlagen. Versuchen Sie es erneut.',
    didNotLoad: 'Das konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    remove: (what) => `${what} entfernen`,
    addTag: 'Hinzufügen…',
    dropFile: 'Datei hier ablegen oder einfügen, oder',
    chooseFile: 'auswählen',
    previousPage: 'Vorherige Seite',
    nextPage: 'Nächste Seite',
    range: (from, to, total) => `${counted(from, { other: '#' })}–${counted(to, { other: '#' })} von ${counted(total, { other: '#' })}`,
    required: 'Pflichtfeld',
    increase: 'Erhöhen',
    decrease: 'Verringern',
    loading: 'Wird geladen',
    notifications: 'Benachrichtigungen',
    unavailable: 'Derzeit nicht verfügbar',
    resize: 'Größe ändern',
  },
  navigation: 'Ansichten',
  openNavigation: 'Navigation öffnen',
  actingAs: 'Aktive Person:',
  nobody: 'Niemand',
  signedOut: 'nicht angemeldet',
  people: 'Wechseln zu',
  language: 'Sprache',
  signOut: 'Abmelden',
  signIn: 'Anmelden',
  signUp: 'Registrieren',
  signedIn: 'Angemeldet',
  signInRefused: () => 'Die Anmeldedaten sind nicht korrekt.',
  why: 'Warum?',
  whyLong: (message) => `Warum? ${message}`,
  assumed: 'angenommen',
  assumedScreen: 'Das Dokument legt nicht fest, was diese Ansicht zeigt. Diese Darstellung ist eine Annahme.',
  hole: 'nicht festgelegt',
  fillIn: 'Ausfüllen',
  notShown: 'Noch nicht festgelegt',
  nothingKnown: 'Hier ist noch nichts',
  nothingKnownText:
    'Dieses Produkt ist noch nicht beschrieben. Füllen Sie einen der neun Abschnitte aus: Das Produkt wird sofort aktualisiert.',
  unknownSection: 'Noch nicht festgelegt.',
  sectionStates: { shown: 'festgelegt', described: 'beschrieben', assumed: 'angenommen', 'not shown': 'nicht festgelegt' },
  noScreen: 'Seite nicht gefunden',
  noScreenText: (path) => `Unter der Adresse ${path} gibt es keine Seite.`,
  noScreens: 'Sie haben auf keine Ansicht Zugriff.',
  backToStart: 'Zur Startseite',
  goBack: 'Zurück',
  tryAgain: 'Erneut versuchen',
  broken: 'Laden fehlgeschlagen.',
  unreadPart: 'Dieser Teil kann nicht gelesen werden',
  holePart: 'Noch nicht festgelegt',
  noComponent: (name) => `Die Komponente „${name}“ fehlt`,
  noComponentText:
    'Das Dokument verwendet hier eine eigene Komponente, die nicht mitgeliefert wurde. Alles andere auf dieser Seite funktioniert.',
  noComponentHow:
    'Übergeben Sie `ninefold build` die Datei mit --components seat-map.js oder legen Sie sie in einen Ordner „components“ neben dem Dokument. Die Anleitung zum Bauen erklärt, wie man Komponenten schreibt.',
  componentFailed: (name) => `Die Komponente „${name}“ ist fehlgeschlagen und kann nicht angezeigt werden.`,
  search: 'Suchen',
  filters: 'Filter',
  clearFilters: 'Zurücksetzen',
  skip: 'Zum Inhalt springen',
  noMatches: 'Keine Ergebnisse',
  noMatchesText: 'Versuchen Sie es mit anderen Suchbegriffen oder weniger Filtern.',
  emptyList: () => 'Noch keine Einträge',
  selected: (count) => counted(count, { other: '# ausgewählt' }),
  selectAll: 'Alle auswählen',
  selectRow: (label) => `${label} auswählen`,
  clearSelection: 'Auswahl aufheben',
  bulkDone: (event, count) => `„${event}“ ${counted(count, { one: 'auf # Eintrag angewendet', other: 'auf # Einträge angewendet' })}`,
  bulkDeleted: (count) => counted(count, { one: '# Eintrag gelöscht', other: '# Einträge gelöscht' }),
  bulkRefused: (refused, count, message) =>
    `${counted(refused, { other: '#' })} von ${counted(count, { other: '#' })} fehlgeschlagen: ${message}`,
  edit: (field) => `${field} bearbeiten`,
  save: 'Speichern',
  create: (entity) => `${entity} anlegen`,
  undo: 'Rückgängig',
  undone: 'Rückgängig gemacht',
  saved: 'Gespeichert',
  created: (entity) => `${entity} angelegt`,
  deleted: (label) => `„${label}“ gelöscht`,
  delete: 'Löschen',
  deleteTitle: (label) => `„${label}“ löschen?`,
  deleteText: 'Das kann nicht rückgängig gemacht werden.',
  cancel: 'Abbrechen',
  done: (event) => `„${event}“ ausgeführt`,
  requiredField: 'Pflichtfeld',
  notANumber: 'Geben Sie eine Zahl ein.',
  notWhole: 'Geben Sie eine ganze Zahl ein.',
  notJson: 'Geben Sie gültiges JSON ein.',
  yes: 'Ja',
  no: 'Nein',
  nothing: '–',
  write: 'Schreiben',
  preview: 'Vorschau',
  emptyPreview: 'Keine Vorschau',
  removeFile: 'Datei entfernen',
  days: 'Tage',
  hours: 'Stunden',
  minutes: 'Minuten',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  discardDraft: 'Verwerfen',
  draftKept: 'Ihr Entwurf wurde wiederhergestellt.',
  draftFailed: 'Ihr Entwurf konnte nicht gespeichert werden.',
  more: (count) => counted(count, { other: '# weitere' }),
  moveTo: 'Verschieben nach',
  moveCard: (label) => `${label} verschieben`,
  emptyColumn: 'Keine Einträge',
  noHistory: 'Noch keine Aktivität',
  byItself: { create: 'Angelegt', update: 'Geändert', delete: 'Gelöscht' },
  did: (event) => `· ${event}`,
  movedByItself: (state) => `Automatisch auf „${state}“ gesetzt`,
  changedByItself: 'Automatisch geändert',
  operations: { create: 'hat den Eintrag angelegt', update: 'hat den Eintrag geändert', delete: 'hat den Eintrag gelöscht' },
  noRecord: 'Nichts anzuzeigen',
  cannotReckon: 'Berechnung fehlgeschlagen.',
  today: 'Heute',
  asTable: 'Als Tabelle anzeigen',
  noData: 'Noch keine Daten',
  openImage: 'Bild öffnen',
  view: 'Ansicht',
  chartTitle,
  dragging: {
    how: 'Leertaste: Karte aufnehmen. Pfeiltasten: verschieben. Leertaste: ablegen. Escape: abbrechen.',
    lifted: (label) => `${label} aufgenommen.`,
    over: (label, column) => `${label} ist über ${column}.`,
    notOver: (label) => `${label} ist über keiner Spalte.`,
    dropped: (label, column) => `${label} in ${column} abgelegt.`,
    cancelled: (label) => `Abgebrochen. ${label} wurde nicht verschoben.`,
  },
  actFreely: 'Kein Passwort nötig: Diese Daten liegen nur in diesem Browser.',
  account: {
    title: 'Konto',
    nothing: 'Hier gibt es nichts zu ändern.',
    password: 'Passwort',
    current: 'Aktuelles Passwort',
    confirm: 'Identität bestätigen',
    next: 'Neues Passwort',
    change: 'Passwort ändern',
    changed: 'Passwort geändert. Sie wurden auf allen anderen Geräten abgemeldet.',
    sessions: 'Wo Sie angemeldet sind',
    began: 'Angemeldet',
    expires: 'Läuft ab',
    here: 'Dieses Gerät',
    end: 'Sitzung beenden',
    endAll: 'Überall abmelden',
  },
  site: {
    starting: 'Wird gestartet…',
    notStarted: 'Die App konnte nicht gestartet werden.',
    fleeting: 'Dieser Browser speichert keine Daten für diese Seite. Ihre Änderungen gehen beim Schließen verloren.',
    newVersion: 'Eine neue Version ist verfügbar.',
    useNewVersion: 'Jetzt aktualisieren',
    behind: 'Die neue Version kann nicht alle Ihre Daten übernehmen',
    behindText: 'Sie arbeiten weiter mit der bisherigen Version. Beim Aktualisieren würde gelöscht:',
    takeAnyway: 'Aktualisieren und Daten löschen',
    keepData: 'Daten behalten',
  },
  palette: {
    title: 'Suchen oder Befehl ausführen',
    placeholder: 'Suchen oder Befehl ausführen…',
    nothing: 'Keine Ergebnisse',
    screens: 'Ansichten',
    records: 'Einträge',
    actions: 'Aktionen',
    shortcuts: 'Tastenkürzel',
    copyLink: 'Link kopieren',
    linkCopied: 'Link kopiert',
    linkNotCopied: 'Der Browser hat das Kopieren verhindert. Sie können den Link aus der Adresszeile kopieren.',
    print: 'Drucken',
    themes: { light: 'Hell', dark: 'Dunkel', system: 'System' },
    keys: {
      palette: 'Suchen oder Befehl ausführen',
      help: 'Tastenkürzel anzeigen',
      send: 'Formular absenden',
      toasts: 'Zu den Benachrichtigungen',
      close: 'Offenen Dialog oder offenes Menü schließen',
      menu: 'Durch Listen und Menüs bewegen',
      drag: 'Karte aufnehmen oder ablegen',
    },
  },
  parts: germanPartWords,
  refusal,
};

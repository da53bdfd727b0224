import { own } from '../../base/own.ts';
import type { OwnMessage } from '../../engine/outcome.ts';
import type { ChartWords, Words } from '../words.ts';
import { counter } from './counter.ts';
import { frenchPartWords } from './fr-parts.ts';

const counted = counter('fr');

/** What a value must be, by its kind in the Type column. */
const must: Readonly<Record<string, string>> = {
  required: 'doit être rempli',
  text: 'doit être du texte',
  integer: 'doit être un nombre entier',
  decimal: 'doit être un nombre',
  money: 'doit être un montant avec deux décimales au plus',
  boolean: 'doit être oui ou non',
  date: 'doit être une date',
  time: 'doit être une heure',
  datetime: 'doit être une date avec une heure',
  duration: 'doit être une durée',
  email: 'doit être une adresse e-mail',
  url: 'doit être une adresse web qui commence par http:// ou https://',
  phone: 'doit être un numéro de téléphone',
  color: 'doit être une couleur',
  uuid: 'doit être un UUID',
  slug: 'ne peut contenir que des minuscules, des chiffres et des traits d’union',
  enum: 'doit être l’une des valeurs proposées',
  relation: 'doit être un élément existant',
  list: 'doit être une liste',
  file: 'doit être un fichier envoyé',
  image: 'doit être une image',
};

function refusal({ code, data }: OwnMessage): string {
  const { field = '', entity = '' } = data;
  switch (code) {
    case 'UNAUTHORIZED':
      return 'Veuillez vous connecter.';
    case 'FORBIDDEN':
      return 'Vous n’avez pas le droit de faire cela.';
    case 'NOT_FOUND':
      return entity === '' || entity === 'record' ? 'Cela n’existe pas ici.' : `Cela n’existe pas ici (${entity}).`;
    case 'CONFLICT':
      return 'Ce n’est pas possible maintenant.';
    case 'INVALID':
      return field === '' ? 'Cette valeur n’est pas valable.' : `${field} : cette valeur n’est pas valable.`;
    case 'required':
      return `${field} doit être rempli.`;
    case 'unfit':
      return `${field} ${own(must, data['must'] ?? '') ?? 'a une valeur qui ne convient pas ici'}.`;
    case 'taken':
      return `${data['fields'] ?? ''} : cette valeur est déjà prise.`;
    case 'referred':
      return `Impossible de supprimer : d’autres éléments s’y réfèrent (${entity} : ${field}).`;
    case 'rule':
      return `La règle « ${data['rule'] ?? ''} » n’est pas respectée.`;
    case 'no-field':
      return `${field} n’est pas un champ de ${entity}.`;
    case 'mistake-in-document':
      return 'C’est impossible : le document contient une erreur ici.';
    case 'no-accounts':
      return 'Personne ne peut se connecter : le document ne dit pas ce qu’est un compte.';
    case 'sign-in':
      return 'Ce n’est pas juste. Veuillez réessayer.';
    case 'TOO_MANY_ATTEMPTS':
      return `Trop de tentatives. Veuillez réessayer dans ${data['seconds'] ?? ''} secondes.`;
    case 'TOO_EXPENSIVE':
      return 'Cela demande trop de travail. Demandez moins, s’il vous plaît.';
    case 'wrong-password':
      return 'Ce n’est pas le mot de passe actuel.';
    case 'too-many-rows':
      return `Un fichier peut avoir ${data['most'] ?? ''} lignes ; celui-ci en a ${data['rows'] ?? ''}. Veuillez le diviser.`;
    case 'more-mistakes':
      return data['count'] === '1' ? 'Il y a 1 autre erreur.' : `Il y a ${data['count'] ?? ''} autres erreurs.`;
    case 'failed':
      return 'Un problème est survenu dans le produit lui-même. Rien n’a été modifié.';
    case 'storage-full':
      return 'Le stockage de votre navigateur est plein : rien n’a été enregistré. Supprimez ce dont vous n’avez plus besoin ou libérez de l’espace dans les réglages du navigateur, puis réessayez.';
    case 'outcome-unknown':
      return 'On ne sait pas si cela a été enregistré. Rechargez la page avant de réessayer.';
    case 'unavailable':
      return 'Le produit ne répond pas pour le moment, et rien n’a été enregistré. Réessayez dans un instant.';
  }
}

function chartTitle({ aggregate, entity, field, by, per }: ChartWords): string {
  const what = { count: entity, sum: 'Somme', avg: 'Moyenne', min: 'Minimum', max: 'Maximum' }[aggregate];
  const times = { day: 'jour', week: 'semaine', month: 'mois', year: 'an' };
  return `${what}${aggregate === 'count' ? '' : ` (${field})`} par ${by.toLocaleLowerCase('fr')}${per ? ` et par ${times[per]}` : ''}`;
}

export const frenchWords: Words = {
  ui: {
    close: 'Fermer',
    clear: 'Effacer',
    choose: 'Choisir…',
    none: 'Aucun',
    searching: 'Recherche…',
    nothingFound: 'Rien trouvé',
    searchFailed: 'La recherche a échoué. Saisissez ou ouvrez de nouveau.',
    didNotLoad: 'Cela n’a pas été chargé. Vérifiez que le réseau est là, puis réessayez.',
    remove: (what) => `Retirer ${what}`,
    addTag: 'Ajouter…',
    dropFile: 'Déposez ou collez un fichier ici, ou',
    chooseFile: 'choisissez-en un',
    previousPage: 'Page précédente',
    nextPage: 'Page suivante',
    range: (from, to, total) => `${counted(from, { other: '#' })}–${counted(to, { other: '#' })} sur ${counted(total, { other: '#' })}`,
    required: 'obligatoire',
    increase: 'Augmenter',
    decrease: 'Diminuer',
    loading: 'Chargement',
    notifications: 'Notifications',
    unavailable: 'Pas disponible maintenant',
    resize: 'Redimensionner',
  },
  navigation: 'Écrans',
  openNavigation: 'Ouvrir la navigation',
  actingAs: 'Vous agissez en tant que',
  nobody: 'Personne',
  signedOut: 'non connecté',
  people: 'Agir en tant que',
  signOut: 'Se déconnecter',
  signIn: 'Se connecter',
  signUp: 'S’inscrire',
  signedIn: 'Vous êtes connecté.',
  signInRefused: 'Ce n’est pas juste. Veuillez vérifier ce que vous avez saisi.',
  why: 'Pourquoi ?',
  whyLong: (message) => `Pourquoi ? ${message}`,
  assumed: 'supposé',
  assumedScreen: 'Le document ne dit pas ce que montre cet écran. Ceci est supposé.',
  hole: 'non précisé',
  fillIn: 'Compléter',
  notShown: 'non précisé',
  nothingKnown: 'Rien n’est encore connu',
  nothingKnownText:
    'Ce produit n’est pas encore décrit. Chacune des neuf sections ci-dessous peut être complétée ; dès que l’une dit quelque chose, le produit suit.',
  unknownSection: 'Rien n’en est dit.',
  sectionStates: { shown: 'précisé', described: 'décrit', assumed: 'supposé', 'not shown': 'non précisé' },
  noScreen: 'Cet écran n’existe pas',
  noScreenText: (path) => `Rien n’a l’adresse ${path}.`,
  noScreens: 'Aucun écran n’est ouvert à cette personne.',
  backToStart: 'Retour au début',
  goBack: 'Retour',
  tryAgain: 'Réessayer',
  broken: 'Le chargement a échoué.',
  unreadPart: 'Cette partie ne peut pas être lue',
  holePart: 'Ce qui se trouve ici n’est pas précisé',
  noComponent: (name) => `Le composant « ${name} » manque`,
  noComponentText:
    'Le document demande ici un composant des propriétaires du produit, et aucun de ce nom n’a été fourni. Tout le reste fonctionne.',
  noComponentHow:
    'Avec `ninefold build`, il vient d’un fichier : --components seat-map.js, ou d’un dossier « components » à côté du document. Le guide de construction dit comment l’écrire.',
  componentFailed: (name) => `Le composant « ${name} » contient une erreur et n’a pas pu être affiché.`,
  search: 'Rechercher',
  filters: 'Filtres',
  clearFilters: 'Effacer',
  skip: 'Aller au contenu',
  noMatches: 'Aucun résultat',
  noMatchesText: 'Essayez d’autres mots ou moins de filtres.',
  emptyList: (entity) => `Rien pour l’instant (${entity})`,
  selected: (count) => counted(count, { one: '# sélectionné', other: '# sélectionnés' }),
  selectAll: 'Tout sélectionner',
  selectRow: (label) => `Sélectionner ${label}`,
  clearSelection: 'Effacer la sélection',
  bulkDone: (event, count) => `${event} : ${counted(count, { one: 'fait pour # élément.', other: 'fait pour # éléments.' })}`,
  bulkRefused: (refused, count, message) =>
    `Refusé pour ${counted(refused, { other: '#' })} sur ${counted(count, { other: '#' })} : ${message}`,
  edit: (field) => `Modifier ${field}`,
  save: 'Enregistrer',
  create: (entity) => `Créer : ${entity}`,
  undo: 'Annuler',
  undone: 'C’est annulé.',
  saved: 'Enregistré.',
  created: (entity) => `Créé : ${entity}.`,
  deleted: (label) => `« ${label} » est supprimé.`,
  delete: 'Supprimer',
  deleteTitle: (label) => `Supprimer « ${label} » ?`,
  deleteText: 'Cela ne pourra pas être récupéré.',
  cancel: 'Annuler',
  done: (event) => `${event} : fait.`,
  requiredField: 'Veuillez remplir ce champ.',
  notANumber: 'Ce n’est pas un nombre.',
  notWhole: 'Ce n’est pas un nombre entier.',
  notJson: 'Ce n’est pas du JSON valable.',
  yes: 'Oui',
  no: 'Non',
  nothing: '–',
  write: 'Écrire',
  preview: 'Aperçu',
  emptyPreview: 'Rien à afficher pour l’instant.',
  removeFile: 'Retirer le fichier',
  days: 'jours',
  hours: 'heures',
  minutes: 'minutes',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  discardDraft: 'Abandonner',
  draftKept: 'Votre brouillon a été retrouvé.',
  draftFailed: 'Ce que vous écrivez ici n’a pas pu être gardé comme brouillon.',
  more: (count) => counted(count, { one: '# autre', other: '# autres' }),
  moveTo: 'Déplacer vers',
  moveCard: (label) => `Déplacer ${label}`,
  emptyColumn: 'Rien ici',
  noHistory: 'Rien ne s’est encore passé.',
  byItself: 'Le produit',
  did: (event) => `a fait « ${event} »`,
  movedByItself: (state) => `Passé automatiquement à « ${state} »`,
  changedByItself: 'Modifié automatiquement',
  operations: { create: 'a créé l’élément', update: 'a modifié l’élément', delete: 'a supprimé l’élément' },
  noRecord: 'Il n’y a rien à afficher.',
  cannotReckon: 'Cela n’a pas pu être calculé.',
  today: 'Aujourd’hui',
  asTable: 'En tableau',
  noData: 'Pas encore de données',
  openImage: 'Ouvrir l’image',
  view: 'Vue',
  chartTitle,
  dragging: {
    how: 'Espace soulève la carte, les flèches la déplacent, espace la repose, Échap la laisse où elle était.',
    lifted: (label) => `${label} est soulevé.`,
    over: (label, column) => `${label} est au-dessus de ${column}.`,
    notOver: (label) => `${label} n’est au-dessus d’aucune colonne.`,
    dropped: (label, column) => `${label} a été posé dans ${column}.`,
    cancelled: (label) => `${label} reste où il était.`,
  },
  actFreely: 'Aucun mot de passe n’est nécessaire : ces données ne sont que dans ce navigateur.',
  account: {
    title: 'Compte',
    nothing: 'Il n’y a rien à modifier ici.',
    password: 'Mot de passe',
    current: 'Mot de passe actuel',
    confirm: 'Confirmez que c’est bien vous',
    next: 'Nouveau mot de passe',
    change: 'Changer le mot de passe',
    changed: 'Le mot de passe est changé. Toutes les autres sessions sont terminées.',
    sessions: 'Où vous êtes connecté',
    began: 'Connecté',
    expires: 'Se termine',
    here: 'ici',
    end: 'Terminer',
    endAll: 'Se déconnecter partout',
  },
  site: {
    starting: 'Démarrage…',
    notStarted: 'Le démarrage a échoué.',
    fleeting: 'Ce navigateur ne garde rien pour cette page : ce que vous écrivez disparaît quand vous la fermez.',
    newVersion: 'Une nouvelle version est prête.',
    useNewVersion: 'L’utiliser maintenant',
    behind: 'La nouvelle version ne peut pas garder toutes vos données',
    behindText: 'Tout continue comme avant. La nouvelle version perdrait :',
    takeAnyway: 'Utiliser la nouvelle version et perdre cela',
    keepData: 'Garder les données',
  },
  palette: {
    title: 'Aller ou agir',
    placeholder: 'Où aller, ou que faire ?',
    nothing: 'Rien ne porte ce nom.',
    screens: 'Écrans',
    records: 'Éléments',
    actions: 'Actions',
    shortcuts: 'Raccourcis clavier',
    copyLink: 'Copier un lien vers cet endroit',
    linkCopied: 'Le lien est copié.',
    linkNotCopied: 'Ce navigateur ne laisse pas la page copier. Le lien est dans la barre d’adresse.',
    print: 'Imprimer',
    themes: { light: 'Clair', dark: 'Sombre', system: 'Clair ou sombre comme le système' },
    keys: {
      palette: 'Aller à un écran ou à un élément, ou faire quelque chose',
      help: 'Afficher cette liste',
      send: 'Envoyer le formulaire',
      toasts: 'Aller aux notifications',
      close: 'Fermer ce qui est ouvert',
      menu: 'Se déplacer dans les listes et les menus',
      drag: 'Soulever une carte et la poser',
    },
  },
  parts: frenchPartWords,
  refusal,
};

// Studies with their games, games that were played and games that were built on the page, kept by this browser (IndexedDB).

const mostPlayed = 1000; // games
const patience = 3000; // milliseconds until a storage that does not answer counts as none

let opened;

function database() {
  return (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('bestiary', 3);
    let done = false;
    request.onupgradeneeded = ({oldVersion}) => {
      if (oldVersion < 1) {
        request.result.createObjectStore('runs', {keyPath: 'id'});
        request.result.createObjectStore('games', {autoIncrement: true}).createIndex('run', 'run');
      }
      if (oldVersion < 2) request.result.createObjectStore('played', {keyPath: 'id'});
      request.result.createObjectStore('designs', {keyPath: 'id'});
    };
    const fail = (error) => {
      if (done) return;
      opened = null; // the next request tries again
      reject(error);
    };
    setTimeout(() => fail(new Error('its storage does not answer')), patience); // nothing, if it has been opened
    request.onblocked = () => fail(new Error('another tab has an older version of this page open'));
    request.onsuccess = () => {
      done = true;
      request.result.onversionchange = () => {
        opened = null;
        request.result.close();
      };
      resolve(request.result);
    };
    request.onerror = () => fail(request.error);
  }));
}

// transact calls work(store) with a store and returns the result of the request that work
// returns, when everything is written.
async function transact(name, mode, work) {
  const transaction = (await database()).transaction(name, mode), request = work(transaction.objectStore(name));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser has stopped it'));
  });
}

const latest = async (name) => (await transact(name, 'readonly', (store) => store.getAll())).sort((a, b) => b.changed - a.changed);

// keepRun keeps {id, request, title, games, changed}, and runs lists all, the latest first.
export const keepRun = (run) => transact('runs', 'readwrite', (store) => store.put(run));

export const runs = () => latest('runs');

// keepGames adds games to a run, and gamesOf returns them.
export const keepGames = (run, games) => transact('games', 'readwrite', (store) => store.add({run, games}));

export async function gamesOf(run) {
  return (await transact('games', 'readonly', (store) => store.index('run').getAll(run))).flatMap(({games}) => games);
}

export async function deleteRun(run) {
  await transact('games', 'readwrite', (store) => {
    store.index('run').openKeyCursor(run).onsuccess = ({target: {result}}) => {
      if (!result) return;
      store.delete(result.primaryKey);
      result.continue();
    };
  });
  await transact('runs', 'readwrite', (store) => store.delete(run));
}

// keepPlayed keeps a game {id, game, title, fen, tree, moves, result, changed}, of which the oldest go, and playedGames lists all, the
// latest first.
export async function keepPlayed(entry) {
  await transact('played', 'readwrite', (store) => store.put(entry));
  for (const {id} of (await playedGames()).slice(mostPlayed)) await deletePlayed(id);
}

export const playedGames = () => latest('played');

export const deletePlayed = (id) => transact('played', 'readwrite', (store) => store.delete(id));

// keepDesign keeps a game that was built {id, text, title, changed}.
export const keepDesign = (design) => transact('designs', 'readwrite', (store) => store.put(design));

export const designs = () => latest('designs');

export const deleteDesign = (id) => transact('designs', 'readwrite', (store) => store.delete(id));

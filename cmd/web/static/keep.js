// Measurements and their games, kept by this browser (IndexedDB).

let opened;

function database() {
  return (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('bestiary', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('runs', {keyPath: 'id'});
      request.result.createObjectStore('games', {autoIncrement: true}).createIndex('run', 'run');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }));
}

// transact calls work(store) with a store and returns the result of the request that work
// returns, when everything is written.
async function transact(name, mode, work) {
  const transaction = (await database()).transaction(name, mode), request = work(transaction.objectStore(name));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

// keepRun keeps {id, request, title, games, changed}, and runs lists all, the latest first.
export const keepRun = (run) => transact('runs', 'readwrite', (store) => store.put(run));

export async function runs() {
  return (await transact('runs', 'readonly', (store) => store.getAll())).sort((a, b) => b.changed - a.changed);
}

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

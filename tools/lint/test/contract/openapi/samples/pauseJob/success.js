console.log('A sample.');

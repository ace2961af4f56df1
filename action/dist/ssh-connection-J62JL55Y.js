import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-JDWISVUW.js";import"./chunk-VAQE7RRK.js";import"./chunk-53NHI7MQ.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};

Object.defineProperty(exports, Symbol.toStringTag, { value: "Module" });
// \0rolldown/runtime.js
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __esmMin = (fn, res, err) => () => {
	if (err) throw err[0];
	try {
		return fn && (res = fn(fn = 0)), res;
	} catch (e) {
		throw err = [e], e;
	}
};
var __commonJSMin = (cb, mod) => () => (mod || (cb((mod = { exports: {} }).exports, mod, mod.exports), cb = null), mod.exports);
var __exportAll = (all, no_symbols) => {
	let target = {};
	for (var name in all) __defProp(target, name, {
		get: all[name],
		enumerable: true
	});
	if (!no_symbols) __defProp(target, Symbol.toStringTag, { value: "Module" });
	return target;
};
var __copyProps = (to, from, except, desc) => {
	if (from && typeof from === "object" || typeof from === "function") for (var keys = __getOwnPropNames(from), i = 0, n = keys.length, key; i < n; i++) {
		key = keys[i];
		if (!__hasOwnProp.call(to, key) && key !== except) __defProp(to, key, {
			get: ((k) => from[k]).bind(null, key),
			enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable
		});
	}
	return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(isNodeMode || !mod || !mod.__esModule || !__hasOwnProp.call(mod, "default") ? __defProp(target, "default", {
	value: mod,
	enumerable: true
}) : target, mod));
let node_path = require("node:path");
let node_fs = require("node:fs");
let node_url = require("node:url");
let node_fs_promises = require("node:fs/promises");
let node_crypto = require("node:crypto");
// conformance/cli/exit-codes.ts
var init_exit_codes = __esmMin((() => {}));
// ../../work/main/node_modules/commander/lib/error.js
var require_error = /* @__PURE__ */ __commonJSMin(((exports) => {
	/**
	* CommanderError class
	*/
	var CommanderError = class extends Error {
		/**
		* Constructs the CommanderError class
		* @param {number} exitCode suggested exit code which could be used with process.exit
		* @param {string} code an id string representing the error
		* @param {string} message human-readable description of the error
		*/
		constructor(exitCode, code, message) {
			super(message);
			Error.captureStackTrace(this, this.constructor);
			this.name = this.constructor.name;
			this.code = code;
			this.exitCode = exitCode;
			this.nestedError = void 0;
		}
	};
	/**
	* InvalidArgumentError class
	*/
	var InvalidArgumentError = class extends CommanderError {
		/**
		* Constructs the InvalidArgumentError class
		* @param {string} [message] explanation of why argument is invalid
		*/
		constructor(message) {
			super(1, "commander.invalidArgument", message);
			Error.captureStackTrace(this, this.constructor);
			this.name = this.constructor.name;
		}
	};
	exports.CommanderError = CommanderError;
	exports.InvalidArgumentError = InvalidArgumentError;
}));
// ../../work/main/node_modules/commander/lib/argument.js
var require_argument = /* @__PURE__ */ __commonJSMin(((exports) => {
	var { InvalidArgumentError } = require_error();
	var Argument = class {
		/**
		* Initialize a new command argument with the given name and description.
		* The default is that the argument is required, and you can explicitly
		* indicate this with <> around the name. Put [] around the name for an optional argument.
		*
		* @param {string} name
		* @param {string} [description]
		*/
		constructor(name, description) {
			this.description = description || "";
			this.variadic = false;
			this.parseArg = void 0;
			this.defaultValue = void 0;
			this.defaultValueDescription = void 0;
			this.argChoices = void 0;
			switch (name[0]) {
				case "<":
					this.required = true;
					this._name = name.slice(1, -1);
					break;
				case "[":
					this.required = false;
					this._name = name.slice(1, -1);
					break;
				default:
					this.required = true;
					this._name = name;
			}
			if (this._name.endsWith("...")) {
				this.variadic = true;
				this._name = this._name.slice(0, -3);
			}
		}
		/**
		* Return argument name.
		*
		* @return {string}
		*/
		name() {
			return this._name;
		}
		/**
		* @package
		*/
		_collectValue(value, previous) {
			if (previous === this.defaultValue || !Array.isArray(previous)) return [value];
			previous.push(value);
			return previous;
		}
		/**
		* Set the default value, and optionally supply the description to be displayed in the help.
		*
		* @param {*} value
		* @param {string} [description]
		* @return {Argument}
		*/
		default(value, description) {
			this.defaultValue = value;
			this.defaultValueDescription = description;
			return this;
		}
		/**
		* Set the custom handler for processing CLI command arguments into argument values.
		*
		* @param {Function} [fn]
		* @return {Argument}
		*/
		argParser(fn) {
			this.parseArg = fn;
			return this;
		}
		/**
		* Only allow argument value to be one of choices.
		*
		* @param {string[]} values
		* @return {Argument}
		*/
		choices(values) {
			this.argChoices = values.slice();
			this.parseArg = (arg, previous) => {
				if (!this.argChoices.includes(arg)) throw new InvalidArgumentError(`Allowed choices are ${this.argChoices.join(", ")}.`);
				if (this.variadic) return this._collectValue(arg, previous);
				return arg;
			};
			return this;
		}
		/**
		* Make argument required.
		*
		* @returns {Argument}
		*/
		argRequired() {
			this.required = true;
			return this;
		}
		/**
		* Make argument optional.
		*
		* @returns {Argument}
		*/
		argOptional() {
			this.required = false;
			return this;
		}
	};
	/**
	* Takes an argument and returns its human readable equivalent for help usage.
	*
	* @param {Argument} arg
	* @return {string}
	* @private
	*/
	function humanReadableArgName(arg) {
		const nameOutput = arg.name() + (arg.variadic === true ? "..." : "");
		return arg.required ? "<" + nameOutput + ">" : "[" + nameOutput + "]";
	}
	exports.Argument = Argument;
	exports.humanReadableArgName = humanReadableArgName;
}));
// ../../work/main/node_modules/commander/lib/help.js
var require_help = /* @__PURE__ */ __commonJSMin(((exports) => {
	var { humanReadableArgName } = require_argument();
	/**
	* TypeScript import types for JSDoc, used by Visual Studio Code IntelliSense and `npm run typescript-checkJS`
	* https://www.typescriptlang.org/docs/handbook/jsdoc-supported-types.html#import-types
	* @typedef { import("./argument.js").Argument } Argument
	* @typedef { import("./command.js").Command } Command
	* @typedef { import("./option.js").Option } Option
	*/
	var Help = class {
		constructor() {
			this.helpWidth = void 0;
			this.minWidthToWrap = 40;
			this.sortSubcommands = false;
			this.sortOptions = false;
			this.showGlobalOptions = false;
		}
		/**
		* prepareContext is called by Commander after applying overrides from `Command.configureHelp()`
		* and just before calling `formatHelp()`.
		*
		* Commander just uses the helpWidth and the rest is provided for optional use by more complex subclasses.
		*
		* @param {{ error?: boolean, helpWidth?: number, outputHasColors?: boolean }} contextOptions
		*/
		prepareContext(contextOptions) {
			this.helpWidth = this.helpWidth ?? contextOptions.helpWidth ?? 80;
		}
		/**
		* Get an array of the visible subcommands. Includes a placeholder for the implicit help command, if there is one.
		*
		* @param {Command} cmd
		* @returns {Command[]}
		*/
		visibleCommands(cmd) {
			const visibleCommands = cmd.commands.filter((cmd) => !cmd._hidden);
			const helpCommand = cmd._getHelpCommand();
			if (helpCommand && !helpCommand._hidden) visibleCommands.push(helpCommand);
			if (this.sortSubcommands) visibleCommands.sort((a, b) => {
				return a.name().localeCompare(b.name());
			});
			return visibleCommands;
		}
		/**
		* Compare options for sort.
		*
		* @param {Option} a
		* @param {Option} b
		* @returns {number}
		*/
		compareOptions(a, b) {
			const getSortKey = (option) => {
				return option.short ? option.short.replace(/^-/, "") : option.long.replace(/^--/, "");
			};
			return getSortKey(a).localeCompare(getSortKey(b));
		}
		/**
		* Get an array of the visible options. Includes a placeholder for the implicit help option, if there is one.
		*
		* @param {Command} cmd
		* @returns {Option[]}
		*/
		visibleOptions(cmd) {
			const visibleOptions = cmd.options.filter((option) => !option.hidden);
			const helpOption = cmd._getHelpOption();
			if (helpOption && !helpOption.hidden) {
				const removeShort = helpOption.short && cmd._findOption(helpOption.short);
				const removeLong = helpOption.long && cmd._findOption(helpOption.long);
				if (!removeShort && !removeLong) visibleOptions.push(helpOption);
				else if (helpOption.long && !removeLong) visibleOptions.push(cmd.createOption(helpOption.long, helpOption.description));
				else if (helpOption.short && !removeShort) visibleOptions.push(cmd.createOption(helpOption.short, helpOption.description));
			}
			if (this.sortOptions) visibleOptions.sort(this.compareOptions);
			return visibleOptions;
		}
		/**
		* Get an array of the visible global options. (Not including help.)
		*
		* @param {Command} cmd
		* @returns {Option[]}
		*/
		visibleGlobalOptions(cmd) {
			if (!this.showGlobalOptions) return [];
			const globalOptions = [];
			for (let ancestorCmd = cmd.parent; ancestorCmd; ancestorCmd = ancestorCmd.parent) {
				const visibleOptions = ancestorCmd.options.filter((option) => !option.hidden);
				globalOptions.push(...visibleOptions);
			}
			if (this.sortOptions) globalOptions.sort(this.compareOptions);
			return globalOptions;
		}
		/**
		* Get an array of the arguments if any have a description.
		*
		* @param {Command} cmd
		* @returns {Argument[]}
		*/
		visibleArguments(cmd) {
			if (cmd._argsDescription) cmd.registeredArguments.forEach((argument) => {
				argument.description = argument.description || cmd._argsDescription[argument.name()] || "";
			});
			if (cmd.registeredArguments.find((argument) => argument.description)) return cmd.registeredArguments;
			return [];
		}
		/**
		* Get the command term to show in the list of subcommands.
		*
		* @param {Command} cmd
		* @returns {string}
		*/
		subcommandTerm(cmd) {
			const args = cmd.registeredArguments.map((arg) => humanReadableArgName(arg)).join(" ");
			return cmd._name + (cmd._aliases[0] ? "|" + cmd._aliases[0] : "") + (cmd.options.length ? " [options]" : "") + (args ? " " + args : "");
		}
		/**
		* Get the option term to show in the list of options.
		*
		* @param {Option} option
		* @returns {string}
		*/
		optionTerm(option) {
			return option.flags;
		}
		/**
		* Get the argument term to show in the list of arguments.
		*
		* @param {Argument} argument
		* @returns {string}
		*/
		argumentTerm(argument) {
			return argument.name();
		}
		/**
		* Get the longest command term length.
		*
		* @param {Command} cmd
		* @param {Help} helper
		* @returns {number}
		*/
		longestSubcommandTermLength(cmd, helper) {
			return helper.visibleCommands(cmd).reduce((max, command) => {
				return Math.max(max, this.displayWidth(helper.styleSubcommandTerm(helper.subcommandTerm(command))));
			}, 0);
		}
		/**
		* Get the longest option term length.
		*
		* @param {Command} cmd
		* @param {Help} helper
		* @returns {number}
		*/
		longestOptionTermLength(cmd, helper) {
			return helper.visibleOptions(cmd).reduce((max, option) => {
				return Math.max(max, this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option))));
			}, 0);
		}
		/**
		* Get the longest global option term length.
		*
		* @param {Command} cmd
		* @param {Help} helper
		* @returns {number}
		*/
		longestGlobalOptionTermLength(cmd, helper) {
			return helper.visibleGlobalOptions(cmd).reduce((max, option) => {
				return Math.max(max, this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option))));
			}, 0);
		}
		/**
		* Get the longest argument term length.
		*
		* @param {Command} cmd
		* @param {Help} helper
		* @returns {number}
		*/
		longestArgumentTermLength(cmd, helper) {
			return helper.visibleArguments(cmd).reduce((max, argument) => {
				return Math.max(max, this.displayWidth(helper.styleArgumentTerm(helper.argumentTerm(argument))));
			}, 0);
		}
		/**
		* Get the command usage to be displayed at the top of the built-in help.
		*
		* @param {Command} cmd
		* @returns {string}
		*/
		commandUsage(cmd) {
			let cmdName = cmd._name;
			if (cmd._aliases[0]) cmdName = cmdName + "|" + cmd._aliases[0];
			let ancestorCmdNames = "";
			for (let ancestorCmd = cmd.parent; ancestorCmd; ancestorCmd = ancestorCmd.parent) ancestorCmdNames = ancestorCmd.name() + " " + ancestorCmdNames;
			return ancestorCmdNames + cmdName + " " + cmd.usage();
		}
		/**
		* Get the description for the command.
		*
		* @param {Command} cmd
		* @returns {string}
		*/
		commandDescription(cmd) {
			return cmd.description();
		}
		/**
		* Get the subcommand summary to show in the list of subcommands.
		* (Fallback to description for backwards compatibility.)
		*
		* @param {Command} cmd
		* @returns {string}
		*/
		subcommandDescription(cmd) {
			return cmd.summary() || cmd.description();
		}
		/**
		* Get the option description to show in the list of options.
		*
		* @param {Option} option
		* @return {string}
		*/
		optionDescription(option) {
			const extraInfo = [];
			if (option.argChoices) extraInfo.push(`choices: ${option.argChoices.map((choice) => JSON.stringify(choice)).join(", ")}`);
			if (option.defaultValue !== void 0) {
				if (option.required || option.optional || option.isBoolean() && typeof option.defaultValue === "boolean") extraInfo.push(`default: ${option.defaultValueDescription || JSON.stringify(option.defaultValue)}`);
			}
			if (option.presetArg !== void 0 && option.optional) extraInfo.push(`preset: ${JSON.stringify(option.presetArg)}`);
			if (option.envVar !== void 0) extraInfo.push(`env: ${option.envVar}`);
			if (extraInfo.length > 0) {
				const extraDescription = `(${extraInfo.join(", ")})`;
				if (option.description) return `${option.description} ${extraDescription}`;
				return extraDescription;
			}
			return option.description;
		}
		/**
		* Get the argument description to show in the list of arguments.
		*
		* @param {Argument} argument
		* @return {string}
		*/
		argumentDescription(argument) {
			const extraInfo = [];
			if (argument.argChoices) extraInfo.push(`choices: ${argument.argChoices.map((choice) => JSON.stringify(choice)).join(", ")}`);
			if (argument.defaultValue !== void 0) extraInfo.push(`default: ${argument.defaultValueDescription || JSON.stringify(argument.defaultValue)}`);
			if (extraInfo.length > 0) {
				const extraDescription = `(${extraInfo.join(", ")})`;
				if (argument.description) return `${argument.description} ${extraDescription}`;
				return extraDescription;
			}
			return argument.description;
		}
		/**
		* Format a list of items, given a heading and an array of formatted items.
		*
		* @param {string} heading
		* @param {string[]} items
		* @param {Help} helper
		* @returns string[]
		*/
		formatItemList(heading, items, helper) {
			if (items.length === 0) return [];
			return [
				helper.styleTitle(heading),
				...items,
				""
			];
		}
		/**
		* Group items by their help group heading.
		*
		* @param {Command[] | Option[]} unsortedItems
		* @param {Command[] | Option[]} visibleItems
		* @param {Function} getGroup
		* @returns {Map<string, Command[] | Option[]>}
		*/
		groupItems(unsortedItems, visibleItems, getGroup) {
			const result = /* @__PURE__ */ new Map();
			unsortedItems.forEach((item) => {
				const group = getGroup(item);
				if (!result.has(group)) result.set(group, []);
			});
			visibleItems.forEach((item) => {
				const group = getGroup(item);
				if (!result.has(group)) result.set(group, []);
				result.get(group).push(item);
			});
			return result;
		}
		/**
		* Generate the built-in help text.
		*
		* @param {Command} cmd
		* @param {Help} helper
		* @returns {string}
		*/
		formatHelp(cmd, helper) {
			const termWidth = helper.padWidth(cmd, helper);
			const helpWidth = helper.helpWidth ?? 80;
			function callFormatItem(term, description) {
				return helper.formatItem(term, termWidth, description, helper);
			}
			let output = [`${helper.styleTitle("Usage:")} ${helper.styleUsage(helper.commandUsage(cmd))}`, ""];
			const commandDescription = helper.commandDescription(cmd);
			if (commandDescription.length > 0) output = output.concat([helper.boxWrap(helper.styleCommandDescription(commandDescription), helpWidth), ""]);
			const argumentList = helper.visibleArguments(cmd).map((argument) => {
				return callFormatItem(helper.styleArgumentTerm(helper.argumentTerm(argument)), helper.styleArgumentDescription(helper.argumentDescription(argument)));
			});
			output = output.concat(this.formatItemList("Arguments:", argumentList, helper));
			this.groupItems(cmd.options, helper.visibleOptions(cmd), (option) => option.helpGroupHeading ?? "Options:").forEach((options, group) => {
				const optionList = options.map((option) => {
					return callFormatItem(helper.styleOptionTerm(helper.optionTerm(option)), helper.styleOptionDescription(helper.optionDescription(option)));
				});
				output = output.concat(this.formatItemList(group, optionList, helper));
			});
			if (helper.showGlobalOptions) {
				const globalOptionList = helper.visibleGlobalOptions(cmd).map((option) => {
					return callFormatItem(helper.styleOptionTerm(helper.optionTerm(option)), helper.styleOptionDescription(helper.optionDescription(option)));
				});
				output = output.concat(this.formatItemList("Global Options:", globalOptionList, helper));
			}
			this.groupItems(cmd.commands, helper.visibleCommands(cmd), (sub) => sub.helpGroup() || "Commands:").forEach((commands, group) => {
				const commandList = commands.map((sub) => {
					return callFormatItem(helper.styleSubcommandTerm(helper.subcommandTerm(sub)), helper.styleSubcommandDescription(helper.subcommandDescription(sub)));
				});
				output = output.concat(this.formatItemList(group, commandList, helper));
			});
			return output.join("\n");
		}
		/**
		* Return display width of string, ignoring ANSI escape sequences. Used in padding and wrapping calculations.
		*
		* @param {string} str
		* @returns {number}
		*/
		displayWidth(str) {
			return stripColor(str).length;
		}
		/**
		* Style the title for displaying in the help. Called with 'Usage:', 'Options:', etc.
		*
		* @param {string} str
		* @returns {string}
		*/
		styleTitle(str) {
			return str;
		}
		styleUsage(str) {
			return str.split(" ").map((word) => {
				if (word === "[options]") return this.styleOptionText(word);
				if (word === "[command]") return this.styleSubcommandText(word);
				if (word[0] === "[" || word[0] === "<") return this.styleArgumentText(word);
				return this.styleCommandText(word);
			}).join(" ");
		}
		styleCommandDescription(str) {
			return this.styleDescriptionText(str);
		}
		styleOptionDescription(str) {
			return this.styleDescriptionText(str);
		}
		styleSubcommandDescription(str) {
			return this.styleDescriptionText(str);
		}
		styleArgumentDescription(str) {
			return this.styleDescriptionText(str);
		}
		styleDescriptionText(str) {
			return str;
		}
		styleOptionTerm(str) {
			return this.styleOptionText(str);
		}
		styleSubcommandTerm(str) {
			return str.split(" ").map((word) => {
				if (word === "[options]") return this.styleOptionText(word);
				if (word[0] === "[" || word[0] === "<") return this.styleArgumentText(word);
				return this.styleSubcommandText(word);
			}).join(" ");
		}
		styleArgumentTerm(str) {
			return this.styleArgumentText(str);
		}
		styleOptionText(str) {
			return str;
		}
		styleArgumentText(str) {
			return str;
		}
		styleSubcommandText(str) {
			return str;
		}
		styleCommandText(str) {
			return str;
		}
		/**
		* Calculate the pad width from the maximum term length.
		*
		* @param {Command} cmd
		* @param {Help} helper
		* @returns {number}
		*/
		padWidth(cmd, helper) {
			return Math.max(helper.longestOptionTermLength(cmd, helper), helper.longestGlobalOptionTermLength(cmd, helper), helper.longestSubcommandTermLength(cmd, helper), helper.longestArgumentTermLength(cmd, helper));
		}
		/**
		* Detect manually wrapped and indented strings by checking for line break followed by whitespace.
		*
		* @param {string} str
		* @returns {boolean}
		*/
		preformatted(str) {
			return /\n[^\S\r\n]/.test(str);
		}
		/**
		* Format the "item", which consists of a term and description. Pad the term and wrap the description, indenting the following lines.
		*
		* So "TTT", 5, "DDD DDDD DD DDD" might be formatted for this.helpWidth=17 like so:
		*   TTT  DDD DDDD
		*        DD DDD
		*
		* @param {string} term
		* @param {number} termWidth
		* @param {string} description
		* @param {Help} helper
		* @returns {string}
		*/
		formatItem(term, termWidth, description, helper) {
			const itemIndent = 2;
			const itemIndentStr = " ".repeat(itemIndent);
			if (!description) return itemIndentStr + term;
			const paddedTerm = term.padEnd(termWidth + term.length - helper.displayWidth(term));
			const spacerWidth = 2;
			const remainingWidth = (this.helpWidth ?? 80) - termWidth - spacerWidth - itemIndent;
			let formattedDescription;
			if (remainingWidth < this.minWidthToWrap || helper.preformatted(description)) formattedDescription = description;
			else formattedDescription = helper.boxWrap(description, remainingWidth).replace(/\n/g, "\n" + " ".repeat(termWidth + spacerWidth));
			return itemIndentStr + paddedTerm + " ".repeat(spacerWidth) + formattedDescription.replace(/\n/g, `\n${itemIndentStr}`);
		}
		/**
		* Wrap a string at whitespace, preserving existing line breaks.
		* Wrapping is skipped if the width is less than `minWidthToWrap`.
		*
		* @param {string} str
		* @param {number} width
		* @returns {string}
		*/
		boxWrap(str, width) {
			if (width < this.minWidthToWrap) return str;
			const rawLines = str.split(/\r\n|\n/);
			const chunkPattern = /[\s]*[^\s]+/g;
			const wrappedLines = [];
			rawLines.forEach((line) => {
				const chunks = line.match(chunkPattern);
				if (chunks === null) {
					wrappedLines.push("");
					return;
				}
				let sumChunks = [chunks.shift()];
				let sumWidth = this.displayWidth(sumChunks[0]);
				chunks.forEach((chunk) => {
					const visibleWidth = this.displayWidth(chunk);
					if (sumWidth + visibleWidth <= width) {
						sumChunks.push(chunk);
						sumWidth += visibleWidth;
						return;
					}
					wrappedLines.push(sumChunks.join(""));
					const nextChunk = chunk.trimStart();
					sumChunks = [nextChunk];
					sumWidth = this.displayWidth(nextChunk);
				});
				wrappedLines.push(sumChunks.join(""));
			});
			return wrappedLines.join("\n");
		}
	};
	/**
	* Strip style ANSI escape sequences from the string. In particular, SGR (Select Graphic Rendition) codes.
	*
	* @param {string} str
	* @returns {string}
	* @package
	*/
	function stripColor(str) {
		return str.replace(/\x1b\[\d*(;\d*)*m/g, "");
	}
	exports.Help = Help;
	exports.stripColor = stripColor;
}));
// ../../work/main/node_modules/commander/lib/option.js
var require_option = /* @__PURE__ */ __commonJSMin(((exports) => {
	var { InvalidArgumentError } = require_error();
	var Option = class {
		/**
		* Initialize a new `Option` with the given `flags` and `description`.
		*
		* @param {string} flags
		* @param {string} [description]
		*/
		constructor(flags, description) {
			this.flags = flags;
			this.description = description || "";
			this.required = flags.includes("<");
			this.optional = flags.includes("[");
			this.variadic = /\w\.\.\.[>\]]$/.test(flags);
			this.mandatory = false;
			const optionFlags = splitOptionFlags(flags);
			this.short = optionFlags.shortFlag;
			this.long = optionFlags.longFlag;
			this.negate = false;
			if (this.long) this.negate = this.long.startsWith("--no-");
			this.defaultValue = void 0;
			this.defaultValueDescription = void 0;
			this.presetArg = void 0;
			this.envVar = void 0;
			this.parseArg = void 0;
			this.hidden = false;
			this.argChoices = void 0;
			this.conflictsWith = [];
			this.implied = void 0;
			this.helpGroupHeading = void 0;
		}
		/**
		* Set the default value, and optionally supply the description to be displayed in the help.
		*
		* @param {*} value
		* @param {string} [description]
		* @return {Option}
		*/
		default(value, description) {
			this.defaultValue = value;
			this.defaultValueDescription = description;
			return this;
		}
		/**
		* Preset to use when option used without option-argument, especially optional but also boolean and negated.
		* The custom processing (parseArg) is called.
		*
		* @example
		* new Option('--color').default('GREYSCALE').preset('RGB');
		* new Option('--donate [amount]').preset('20').argParser(parseFloat);
		*
		* @param {*} arg
		* @return {Option}
		*/
		preset(arg) {
			this.presetArg = arg;
			return this;
		}
		/**
		* Add option name(s) that conflict with this option.
		* An error will be displayed if conflicting options are found during parsing.
		*
		* @example
		* new Option('--rgb').conflicts('cmyk');
		* new Option('--js').conflicts(['ts', 'jsx']);
		*
		* @param {(string | string[])} names
		* @return {Option}
		*/
		conflicts(names) {
			this.conflictsWith = this.conflictsWith.concat(names);
			return this;
		}
		/**
		* Specify implied option values for when this option is set and the implied options are not.
		*
		* The custom processing (parseArg) is not called on the implied values.
		*
		* @example
		* program
		*   .addOption(new Option('--log', 'write logging information to file'))
		*   .addOption(new Option('--trace', 'log extra details').implies({ log: 'trace.txt' }));
		*
		* @param {object} impliedOptionValues
		* @return {Option}
		*/
		implies(impliedOptionValues) {
			let newImplied = impliedOptionValues;
			if (typeof impliedOptionValues === "string") newImplied = { [impliedOptionValues]: true };
			this.implied = Object.assign(this.implied || {}, newImplied);
			return this;
		}
		/**
		* Set environment variable to check for option value.
		*
		* An environment variable is only used if when processed the current option value is
		* undefined, or the source of the current value is 'default' or 'config' or 'env'.
		*
		* @param {string} name
		* @return {Option}
		*/
		env(name) {
			this.envVar = name;
			return this;
		}
		/**
		* Set the custom handler for processing CLI option arguments into option values.
		*
		* @param {Function} [fn]
		* @return {Option}
		*/
		argParser(fn) {
			this.parseArg = fn;
			return this;
		}
		/**
		* Whether the option is mandatory and must have a value after parsing.
		*
		* @param {boolean} [mandatory=true]
		* @return {Option}
		*/
		makeOptionMandatory(mandatory = true) {
			this.mandatory = !!mandatory;
			return this;
		}
		/**
		* Hide option in help.
		*
		* @param {boolean} [hide=true]
		* @return {Option}
		*/
		hideHelp(hide = true) {
			this.hidden = !!hide;
			return this;
		}
		/**
		* @package
		*/
		_collectValue(value, previous) {
			if (previous === this.defaultValue || !Array.isArray(previous)) return [value];
			previous.push(value);
			return previous;
		}
		/**
		* Only allow option value to be one of choices.
		*
		* @param {string[]} values
		* @return {Option}
		*/
		choices(values) {
			this.argChoices = values.slice();
			this.parseArg = (arg, previous) => {
				if (!this.argChoices.includes(arg)) throw new InvalidArgumentError(`Allowed choices are ${this.argChoices.join(", ")}.`);
				if (this.variadic) return this._collectValue(arg, previous);
				return arg;
			};
			return this;
		}
		/**
		* Return option name.
		*
		* @return {string}
		*/
		name() {
			if (this.long) return this.long.replace(/^--/, "");
			return this.short.replace(/^-/, "");
		}
		/**
		* Return option name, in a camelcase format that can be used
		* as an object attribute key.
		*
		* @return {string}
		*/
		attributeName() {
			if (this.negate) return camelcase(this.name().replace(/^no-/, ""));
			return camelcase(this.name());
		}
		/**
		* Set the help group heading.
		*
		* @param {string} heading
		* @return {Option}
		*/
		helpGroup(heading) {
			this.helpGroupHeading = heading;
			return this;
		}
		/**
		* Check if `arg` matches the short or long flag.
		*
		* @param {string} arg
		* @return {boolean}
		* @package
		*/
		is(arg) {
			return this.short === arg || this.long === arg;
		}
		/**
		* Return whether a boolean option.
		*
		* Options are one of boolean, negated, required argument, or optional argument.
		*
		* @return {boolean}
		* @package
		*/
		isBoolean() {
			return !this.required && !this.optional && !this.negate;
		}
	};
	/**
	* This class is to make it easier to work with dual options, without changing the existing
	* implementation. We support separate dual options for separate positive and negative options,
	* like `--build` and `--no-build`, which share a single option value. This works nicely for some
	* use cases, but is tricky for others where we want separate behaviours despite
	* the single shared option value.
	*/
	var DualOptions = class {
		/**
		* @param {Option[]} options
		*/
		constructor(options) {
			this.positiveOptions = /* @__PURE__ */ new Map();
			this.negativeOptions = /* @__PURE__ */ new Map();
			this.dualOptions = /* @__PURE__ */ new Set();
			options.forEach((option) => {
				if (option.negate) this.negativeOptions.set(option.attributeName(), option);
				else this.positiveOptions.set(option.attributeName(), option);
			});
			this.negativeOptions.forEach((value, key) => {
				if (this.positiveOptions.has(key)) this.dualOptions.add(key);
			});
		}
		/**
		* Did the value come from the option, and not from possible matching dual option?
		*
		* @param {*} value
		* @param {Option} option
		* @returns {boolean}
		*/
		valueFromOption(value, option) {
			const optionKey = option.attributeName();
			if (!this.dualOptions.has(optionKey)) return true;
			const preset = this.negativeOptions.get(optionKey).presetArg;
			const negativeValue = preset !== void 0 ? preset : false;
			return option.negate === (negativeValue === value);
		}
	};
	/**
	* Convert string from kebab-case to camelCase.
	*
	* @param {string} str
	* @return {string}
	* @private
	*/
	function camelcase(str) {
		return str.split("-").reduce((str, word) => {
			return str + word[0].toUpperCase() + word.slice(1);
		});
	}
	/**
	* Split the short and long flag out of something like '-m,--mixed <value>'
	*
	* @private
	*/
	function splitOptionFlags(flags) {
		let shortFlag;
		let longFlag;
		const shortFlagExp = /^-[^-]$/;
		const longFlagExp = /^--[^-]/;
		const flagParts = flags.split(/[ |,]+/).concat("guard");
		if (shortFlagExp.test(flagParts[0])) shortFlag = flagParts.shift();
		if (longFlagExp.test(flagParts[0])) longFlag = flagParts.shift();
		if (!shortFlag && shortFlagExp.test(flagParts[0])) shortFlag = flagParts.shift();
		if (!shortFlag && longFlagExp.test(flagParts[0])) {
			shortFlag = longFlag;
			longFlag = flagParts.shift();
		}
		if (flagParts[0].startsWith("-")) {
			const unsupportedFlag = flagParts[0];
			const baseError = `option creation failed due to '${unsupportedFlag}' in option flags '${flags}'`;
			if (/^-[^-][^-]/.test(unsupportedFlag)) throw new Error(`${baseError}
- a short flag is a single dash and a single character
  - either use a single dash and a single character (for a short flag)
  - or use a double dash for a long option (and can have two, like '--ws, --workspace')`);
			if (shortFlagExp.test(unsupportedFlag)) throw new Error(`${baseError}
- too many short flags`);
			if (longFlagExp.test(unsupportedFlag)) throw new Error(`${baseError}
- too many long flags`);
			throw new Error(`${baseError}
- unrecognised flag format`);
		}
		if (shortFlag === void 0 && longFlag === void 0) throw new Error(`option creation failed due to no flags found in '${flags}'.`);
		return {
			shortFlag,
			longFlag
		};
	}
	exports.Option = Option;
	exports.DualOptions = DualOptions;
}));
// ../../work/main/node_modules/commander/lib/suggestSimilar.js
var require_suggestSimilar = /* @__PURE__ */ __commonJSMin(((exports) => {
	var maxDistance = 3;
	function editDistance(a, b) {
		if (Math.abs(a.length - b.length) > maxDistance) return Math.max(a.length, b.length);
		const d = [];
		for (let i = 0; i <= a.length; i++) d[i] = [i];
		for (let j = 0; j <= b.length; j++) d[0][j] = j;
		for (let j = 1; j <= b.length; j++) for (let i = 1; i <= a.length; i++) {
			let cost = 1;
			if (a[i - 1] === b[j - 1]) cost = 0;
			else cost = 1;
			d[i][j] = Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost);
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
		}
		return d[a.length][b.length];
	}
	/**
	* Find close matches, restricted to same number of edits.
	*
	* @param {string} word
	* @param {string[]} candidates
	* @returns {string}
	*/
	function suggestSimilar(word, candidates) {
		if (!candidates || candidates.length === 0) return "";
		candidates = Array.from(new Set(candidates));
		const searchingOptions = word.startsWith("--");
		if (searchingOptions) {
			word = word.slice(2);
			candidates = candidates.map((candidate) => candidate.slice(2));
		}
		let similar = [];
		let bestDistance = maxDistance;
		const minSimilarity = .4;
		candidates.forEach((candidate) => {
			if (candidate.length <= 1) return;
			const distance = editDistance(word, candidate);
			const length = Math.max(word.length, candidate.length);
			if ((length - distance) / length > minSimilarity) {
				if (distance < bestDistance) {
					bestDistance = distance;
					similar = [candidate];
				} else if (distance === bestDistance) similar.push(candidate);
			}
		});
		similar.sort((a, b) => a.localeCompare(b));
		if (searchingOptions) similar = similar.map((candidate) => `--${candidate}`);
		if (similar.length > 1) return `\n(Did you mean one of ${similar.join(", ")}?)`;
		if (similar.length === 1) return `\n(Did you mean ${similar[0]}?)`;
		return "";
	}
	exports.suggestSimilar = suggestSimilar;
}));
// ../../work/main/node_modules/commander/lib/command.js
var require_command = /* @__PURE__ */ __commonJSMin(((exports) => {
	var EventEmitter = require("node:events").EventEmitter;
	var childProcess = require("node:child_process");
	var path = require("node:path");
	var fs = require("node:fs");
	var process = require("node:process");
	var { Argument, humanReadableArgName } = require_argument();
	var { CommanderError } = require_error();
	var { Help, stripColor } = require_help();
	var { Option, DualOptions } = require_option();
	var { suggestSimilar } = require_suggestSimilar();
	var Command = class Command extends EventEmitter {
		/**
		* Initialize a new `Command`.
		*
		* @param {string} [name]
		*/
		constructor(name) {
			super();
			/** @type {Command[]} */
			this.commands = [];
			/** @type {Option[]} */
			this.options = [];
			this.parent = null;
			this._allowUnknownOption = false;
			this._allowExcessArguments = false;
			/** @type {Argument[]} */
			this.registeredArguments = [];
			this._args = this.registeredArguments;
			/** @type {string[]} */
			this.args = [];
			this.rawArgs = [];
			this.processedArgs = [];
			this._scriptPath = null;
			this._name = name || "";
			this._optionValues = {};
			this._optionValueSources = {};
			this._storeOptionsAsProperties = false;
			this._actionHandler = null;
			this._executableHandler = false;
			this._executableFile = null;
			this._executableDir = null;
			this._defaultCommandName = null;
			this._exitCallback = null;
			this._aliases = [];
			this._combineFlagAndOptionalValue = true;
			this._description = "";
			this._summary = "";
			this._argsDescription = void 0;
			this._enablePositionalOptions = false;
			this._passThroughOptions = false;
			this._lifeCycleHooks = {};
			/** @type {(boolean | string)} */
			this._showHelpAfterError = false;
			this._showSuggestionAfterError = true;
			this._savedState = null;
			this._outputConfiguration = {
				writeOut: (str) => process.stdout.write(str),
				writeErr: (str) => process.stderr.write(str),
				outputError: (str, write) => write(str),
				getOutHelpWidth: () => process.stdout.isTTY ? process.stdout.columns : void 0,
				getErrHelpWidth: () => process.stderr.isTTY ? process.stderr.columns : void 0,
				getOutHasColors: () => useColor() ?? (process.stdout.isTTY && process.stdout.hasColors?.()),
				getErrHasColors: () => useColor() ?? (process.stderr.isTTY && process.stderr.hasColors?.()),
				stripColor: (str) => stripColor(str)
			};
			this._hidden = false;
			/** @type {(Option | null | undefined)} */
			this._helpOption = void 0;
			this._addImplicitHelpCommand = void 0;
			/** @type {Command} */
			this._helpCommand = void 0;
			this._helpConfiguration = {};
			/** @type {string | undefined} */
			this._helpGroupHeading = void 0;
			/** @type {string | undefined} */
			this._defaultCommandGroup = void 0;
			/** @type {string | undefined} */
			this._defaultOptionGroup = void 0;
		}
		/**
		* Copy settings that are useful to have in common across root command and subcommands.
		*
		* (Used internally when adding a command using `.command()` so subcommands inherit parent settings.)
		*
		* @param {Command} sourceCommand
		* @return {Command} `this` command for chaining
		*/
		copyInheritedSettings(sourceCommand) {
			this._outputConfiguration = sourceCommand._outputConfiguration;
			this._helpOption = sourceCommand._helpOption;
			this._helpCommand = sourceCommand._helpCommand;
			this._helpConfiguration = sourceCommand._helpConfiguration;
			this._exitCallback = sourceCommand._exitCallback;
			this._storeOptionsAsProperties = sourceCommand._storeOptionsAsProperties;
			this._combineFlagAndOptionalValue = sourceCommand._combineFlagAndOptionalValue;
			this._allowExcessArguments = sourceCommand._allowExcessArguments;
			this._enablePositionalOptions = sourceCommand._enablePositionalOptions;
			this._showHelpAfterError = sourceCommand._showHelpAfterError;
			this._showSuggestionAfterError = sourceCommand._showSuggestionAfterError;
			return this;
		}
		/**
		* @returns {Command[]}
		* @private
		*/
		_getCommandAndAncestors() {
			const result = [];
			for (let command = this; command; command = command.parent) result.push(command);
			return result;
		}
		/**
		* Define a command.
		*
		* There are two styles of command: pay attention to where to put the description.
		*
		* @example
		* // Command implemented using action handler (description is supplied separately to `.command`)
		* program
		*   .command('clone <source> [destination]')
		*   .description('clone a repository into a newly created directory')
		*   .action((source, destination) => {
		*     console.log('clone command called');
		*   });
		*
		* // Command implemented using separate executable file (description is second parameter to `.command`)
		* program
		*   .command('start <service>', 'start named service')
		*   .command('stop [service]', 'stop named service, or all if no name supplied');
		*
		* @param {string} nameAndArgs - command name and arguments, args are `<required>` or `[optional]` and last may also be `variadic...`
		* @param {(object | string)} [actionOptsOrExecDesc] - configuration options (for action), or description (for executable)
		* @param {object} [execOpts] - configuration options (for executable)
		* @return {Command} returns new command for action handler, or `this` for executable command
		*/
		command(nameAndArgs, actionOptsOrExecDesc, execOpts) {
			let desc = actionOptsOrExecDesc;
			let opts = execOpts;
			if (typeof desc === "object" && desc !== null) {
				opts = desc;
				desc = null;
			}
			opts = opts || {};
			const [, name, args] = nameAndArgs.match(/([^ ]+) *(.*)/);
			const cmd = this.createCommand(name);
			if (desc) {
				cmd.description(desc);
				cmd._executableHandler = true;
			}
			if (opts.isDefault) this._defaultCommandName = cmd._name;
			cmd._hidden = !!(opts.noHelp || opts.hidden);
			cmd._executableFile = opts.executableFile || null;
			if (args) cmd.arguments(args);
			this._registerCommand(cmd);
			cmd.parent = this;
			cmd.copyInheritedSettings(this);
			if (desc) return this;
			return cmd;
		}
		/**
		* Factory routine to create a new unattached command.
		*
		* See .command() for creating an attached subcommand, which uses this routine to
		* create the command. You can override createCommand to customise subcommands.
		*
		* @param {string} [name]
		* @return {Command} new command
		*/
		createCommand(name) {
			return new Command(name);
		}
		/**
		* You can customise the help with a subclass of Help by overriding createHelp,
		* or by overriding Help properties using configureHelp().
		*
		* @return {Help}
		*/
		createHelp() {
			return Object.assign(new Help(), this.configureHelp());
		}
		/**
		* You can customise the help by overriding Help properties using configureHelp(),
		* or with a subclass of Help by overriding createHelp().
		*
		* @param {object} [configuration] - configuration options
		* @return {(Command | object)} `this` command for chaining, or stored configuration
		*/
		configureHelp(configuration) {
			if (configuration === void 0) return this._helpConfiguration;
			this._helpConfiguration = configuration;
			return this;
		}
		/**
		* The default output goes to stdout and stderr. You can customise this for special
		* applications. You can also customise the display of errors by overriding outputError.
		*
		* The configuration properties are all functions:
		*
		*     // change how output being written, defaults to stdout and stderr
		*     writeOut(str)
		*     writeErr(str)
		*     // change how output being written for errors, defaults to writeErr
		*     outputError(str, write) // used for displaying errors and not used for displaying help
		*     // specify width for wrapping help
		*     getOutHelpWidth()
		*     getErrHelpWidth()
		*     // color support, currently only used with Help
		*     getOutHasColors()
		*     getErrHasColors()
		*     stripColor() // used to remove ANSI escape codes if output does not have colors
		*
		* @param {object} [configuration] - configuration options
		* @return {(Command | object)} `this` command for chaining, or stored configuration
		*/
		configureOutput(configuration) {
			if (configuration === void 0) return this._outputConfiguration;
			this._outputConfiguration = {
				...this._outputConfiguration,
				...configuration
			};
			return this;
		}
		/**
		* Display the help or a custom message after an error occurs.
		*
		* @param {(boolean|string)} [displayHelp]
		* @return {Command} `this` command for chaining
		*/
		showHelpAfterError(displayHelp = true) {
			if (typeof displayHelp !== "string") displayHelp = !!displayHelp;
			this._showHelpAfterError = displayHelp;
			return this;
		}
		/**
		* Display suggestion of similar commands for unknown commands, or options for unknown options.
		*
		* @param {boolean} [displaySuggestion]
		* @return {Command} `this` command for chaining
		*/
		showSuggestionAfterError(displaySuggestion = true) {
			this._showSuggestionAfterError = !!displaySuggestion;
			return this;
		}
		/**
		* Add a prepared subcommand.
		*
		* See .command() for creating an attached subcommand which inherits settings from its parent.
		*
		* @param {Command} cmd - new subcommand
		* @param {object} [opts] - configuration options
		* @return {Command} `this` command for chaining
		*/
		addCommand(cmd, opts) {
			if (!cmd._name) throw new Error(`Command passed to .addCommand() must have a name
- specify the name in Command constructor or using .name()`);
			opts = opts || {};
			if (opts.isDefault) this._defaultCommandName = cmd._name;
			if (opts.noHelp || opts.hidden) cmd._hidden = true;
			this._registerCommand(cmd);
			cmd.parent = this;
			cmd._checkForBrokenPassThrough();
			return this;
		}
		/**
		* Factory routine to create a new unattached argument.
		*
		* See .argument() for creating an attached argument, which uses this routine to
		* create the argument. You can override createArgument to return a custom argument.
		*
		* @param {string} name
		* @param {string} [description]
		* @return {Argument} new argument
		*/
		createArgument(name, description) {
			return new Argument(name, description);
		}
		/**
		* Define argument syntax for command.
		*
		* The default is that the argument is required, and you can explicitly
		* indicate this with <> around the name. Put [] around the name for an optional argument.
		*
		* @example
		* program.argument('<input-file>');
		* program.argument('[output-file]');
		*
		* @param {string} name
		* @param {string} [description]
		* @param {(Function|*)} [parseArg] - custom argument processing function or default value
		* @param {*} [defaultValue]
		* @return {Command} `this` command for chaining
		*/
		argument(name, description, parseArg, defaultValue) {
			const argument = this.createArgument(name, description);
			if (typeof parseArg === "function") argument.default(defaultValue).argParser(parseArg);
			else argument.default(parseArg);
			this.addArgument(argument);
			return this;
		}
		/**
		* Define argument syntax for command, adding multiple at once (without descriptions).
		*
		* See also .argument().
		*
		* @example
		* program.arguments('<cmd> [env]');
		*
		* @param {string} names
		* @return {Command} `this` command for chaining
		*/
		arguments(names) {
			names.trim().split(/ +/).forEach((detail) => {
				this.argument(detail);
			});
			return this;
		}
		/**
		* Define argument syntax for command, adding a prepared argument.
		*
		* @param {Argument} argument
		* @return {Command} `this` command for chaining
		*/
		addArgument(argument) {
			const previousArgument = this.registeredArguments.slice(-1)[0];
			if (previousArgument?.variadic) throw new Error(`only the last argument can be variadic '${previousArgument.name()}'`);
			if (argument.required && argument.defaultValue !== void 0 && argument.parseArg === void 0) throw new Error(`a default value for a required argument is never used: '${argument.name()}'`);
			this.registeredArguments.push(argument);
			return this;
		}
		/**
		* Customise or override default help command. By default a help command is automatically added if your command has subcommands.
		*
		* @example
		*    program.helpCommand('help [cmd]');
		*    program.helpCommand('help [cmd]', 'show help');
		*    program.helpCommand(false); // suppress default help command
		*    program.helpCommand(true); // add help command even if no subcommands
		*
		* @param {string|boolean} enableOrNameAndArgs - enable with custom name and/or arguments, or boolean to override whether added
		* @param {string} [description] - custom description
		* @return {Command} `this` command for chaining
		*/
		helpCommand(enableOrNameAndArgs, description) {
			if (typeof enableOrNameAndArgs === "boolean") {
				this._addImplicitHelpCommand = enableOrNameAndArgs;
				if (enableOrNameAndArgs && this._defaultCommandGroup) this._initCommandGroup(this._getHelpCommand());
				return this;
			}
			const [, helpName, helpArgs] = (enableOrNameAndArgs ?? "help [command]").match(/([^ ]+) *(.*)/);
			const helpDescription = description ?? "display help for command";
			const helpCommand = this.createCommand(helpName);
			helpCommand.helpOption(false);
			if (helpArgs) helpCommand.arguments(helpArgs);
			if (helpDescription) helpCommand.description(helpDescription);
			this._addImplicitHelpCommand = true;
			this._helpCommand = helpCommand;
			if (enableOrNameAndArgs || description) this._initCommandGroup(helpCommand);
			return this;
		}
		/**
		* Add prepared custom help command.
		*
		* @param {(Command|string|boolean)} helpCommand - custom help command, or deprecated enableOrNameAndArgs as for `.helpCommand()`
		* @param {string} [deprecatedDescription] - deprecated custom description used with custom name only
		* @return {Command} `this` command for chaining
		*/
		addHelpCommand(helpCommand, deprecatedDescription) {
			if (typeof helpCommand !== "object") {
				this.helpCommand(helpCommand, deprecatedDescription);
				return this;
			}
			this._addImplicitHelpCommand = true;
			this._helpCommand = helpCommand;
			this._initCommandGroup(helpCommand);
			return this;
		}
		/**
		* Lazy create help command.
		*
		* @return {(Command|null)}
		* @package
		*/
		_getHelpCommand() {
			if (this._addImplicitHelpCommand ?? (this.commands.length && !this._actionHandler && !this._findCommand("help"))) {
				if (this._helpCommand === void 0) this.helpCommand(void 0, void 0);
				return this._helpCommand;
			}
			return null;
		}
		/**
		* Add hook for life cycle event.
		*
		* @param {string} event
		* @param {Function} listener
		* @return {Command} `this` command for chaining
		*/
		hook(event, listener) {
			const allowedValues = [
				"preSubcommand",
				"preAction",
				"postAction"
			];
			if (!allowedValues.includes(event)) throw new Error(`Unexpected value for event passed to hook : '${event}'.
Expecting one of '${allowedValues.join("', '")}'`);
			if (this._lifeCycleHooks[event]) this._lifeCycleHooks[event].push(listener);
			else this._lifeCycleHooks[event] = [listener];
			return this;
		}
		/**
		* Register callback to use as replacement for calling process.exit.
		*
		* @param {Function} [fn] optional callback which will be passed a CommanderError, defaults to throwing
		* @return {Command} `this` command for chaining
		*/
		exitOverride(fn) {
			if (fn) this._exitCallback = fn;
			else this._exitCallback = (err) => {
				if (err.code !== "commander.executeSubCommandAsync") throw err;
			};
			return this;
		}
		/**
		* Call process.exit, and _exitCallback if defined.
		*
		* @param {number} exitCode exit code for using with process.exit
		* @param {string} code an id string representing the error
		* @param {string} message human-readable description of the error
		* @return never
		* @private
		*/
		_exit(exitCode, code, message) {
			if (this._exitCallback) this._exitCallback(new CommanderError(exitCode, code, message));
			process.exit(exitCode);
		}
		/**
		* Register callback `fn` for the command.
		*
		* @example
		* program
		*   .command('serve')
		*   .description('start service')
		*   .action(function() {
		*      // do work here
		*   });
		*
		* @param {Function} fn
		* @return {Command} `this` command for chaining
		*/
		action(fn) {
			const listener = (args) => {
				const expectedArgsCount = this.registeredArguments.length;
				const actionArgs = args.slice(0, expectedArgsCount);
				if (this._storeOptionsAsProperties) actionArgs[expectedArgsCount] = this;
				else actionArgs[expectedArgsCount] = this.opts();
				actionArgs.push(this);
				return fn.apply(this, actionArgs);
			};
			this._actionHandler = listener;
			return this;
		}
		/**
		* Factory routine to create a new unattached option.
		*
		* See .option() for creating an attached option, which uses this routine to
		* create the option. You can override createOption to return a custom option.
		*
		* @param {string} flags
		* @param {string} [description]
		* @return {Option} new option
		*/
		createOption(flags, description) {
			return new Option(flags, description);
		}
		/**
		* Wrap parseArgs to catch 'commander.invalidArgument'.
		*
		* @param {(Option | Argument)} target
		* @param {string} value
		* @param {*} previous
		* @param {string} invalidArgumentMessage
		* @private
		*/
		_callParseArg(target, value, previous, invalidArgumentMessage) {
			try {
				return target.parseArg(value, previous);
			} catch (err) {
				if (err.code === "commander.invalidArgument") {
					const message = `${invalidArgumentMessage} ${err.message}`;
					this.error(message, {
						exitCode: err.exitCode,
						code: err.code
					});
				}
				throw err;
			}
		}
		/**
		* Check for option flag conflicts.
		* Register option if no conflicts found, or throw on conflict.
		*
		* @param {Option} option
		* @private
		*/
		_registerOption(option) {
			const matchingOption = option.short && this._findOption(option.short) || option.long && this._findOption(option.long);
			if (matchingOption) {
				const matchingFlag = option.long && this._findOption(option.long) ? option.long : option.short;
				throw new Error(`Cannot add option '${option.flags}'${this._name && ` to command '${this._name}'`} due to conflicting flag '${matchingFlag}'
-  already used by option '${matchingOption.flags}'`);
			}
			this._initOptionGroup(option);
			this.options.push(option);
		}
		/**
		* Check for command name and alias conflicts with existing commands.
		* Register command if no conflicts found, or throw on conflict.
		*
		* @param {Command} command
		* @private
		*/
		_registerCommand(command) {
			const knownBy = (cmd) => {
				return [cmd.name()].concat(cmd.aliases());
			};
			const alreadyUsed = knownBy(command).find((name) => this._findCommand(name));
			if (alreadyUsed) {
				const existingCmd = knownBy(this._findCommand(alreadyUsed)).join("|");
				const newCmd = knownBy(command).join("|");
				throw new Error(`cannot add command '${newCmd}' as already have command '${existingCmd}'`);
			}
			this._initCommandGroup(command);
			this.commands.push(command);
		}
		/**
		* Add an option.
		*
		* @param {Option} option
		* @return {Command} `this` command for chaining
		*/
		addOption(option) {
			this._registerOption(option);
			const oname = option.name();
			const name = option.attributeName();
			if (option.negate) {
				const positiveLongFlag = option.long.replace(/^--no-/, "--");
				if (!this._findOption(positiveLongFlag)) this.setOptionValueWithSource(name, option.defaultValue === void 0 ? true : option.defaultValue, "default");
			} else if (option.defaultValue !== void 0) this.setOptionValueWithSource(name, option.defaultValue, "default");
			const handleOptionValue = (val, invalidValueMessage, valueSource) => {
				if (val == null && option.presetArg !== void 0) val = option.presetArg;
				const oldValue = this.getOptionValue(name);
				if (val !== null && option.parseArg) val = this._callParseArg(option, val, oldValue, invalidValueMessage);
				else if (val !== null && option.variadic) val = option._collectValue(val, oldValue);
				if (val == null) {
					if (option.negate) val = false;
					else if (option.isBoolean() || option.optional) val = true;
					else val = "";
				}
				this.setOptionValueWithSource(name, val, valueSource);
			};
			this.on("option:" + oname, (val) => {
				const invalidValueMessage = `error: option '${option.flags}' argument '${val}' is invalid.`;
				handleOptionValue(val, invalidValueMessage, "cli");
			});
			if (option.envVar) this.on("optionEnv:" + oname, (val) => {
				const invalidValueMessage = `error: option '${option.flags}' value '${val}' from env '${option.envVar}' is invalid.`;
				handleOptionValue(val, invalidValueMessage, "env");
			});
			return this;
		}
		/**
		* Internal implementation shared by .option() and .requiredOption()
		*
		* @return {Command} `this` command for chaining
		* @private
		*/
		_optionEx(config, flags, description, fn, defaultValue) {
			if (typeof flags === "object" && flags instanceof Option) throw new Error("To add an Option object use addOption() instead of option() or requiredOption()");
			const option = this.createOption(flags, description);
			option.makeOptionMandatory(!!config.mandatory);
			if (typeof fn === "function") option.default(defaultValue).argParser(fn);
			else if (fn instanceof RegExp) {
				const regex = fn;
				fn = (val, def) => {
					const m = regex.exec(val);
					return m ? m[0] : def;
				};
				option.default(defaultValue).argParser(fn);
			} else option.default(fn);
			return this.addOption(option);
		}
		/**
		* Define option with `flags`, `description`, and optional argument parsing function or `defaultValue` or both.
		*
		* The `flags` string contains the short and/or long flags, separated by comma, a pipe or space. A required
		* option-argument is indicated by `<>` and an optional option-argument by `[]`.
		*
		* See the README for more details, and see also addOption() and requiredOption().
		*
		* @example
		* program
		*     .option('-p, --pepper', 'add pepper')
		*     .option('--pt, --pizza-type <TYPE>', 'type of pizza') // required option-argument
		*     .option('-c, --cheese [CHEESE]', 'add extra cheese', 'mozzarella') // optional option-argument with default
		*     .option('-t, --tip <VALUE>', 'add tip to purchase cost', parseFloat) // custom parse function
		*
		* @param {string} flags
		* @param {string} [description]
		* @param {(Function|*)} [parseArg] - custom option processing function or default value
		* @param {*} [defaultValue]
		* @return {Command} `this` command for chaining
		*/
		option(flags, description, parseArg, defaultValue) {
			return this._optionEx({}, flags, description, parseArg, defaultValue);
		}
		/**
		* Add a required option which must have a value after parsing. This usually means
		* the option must be specified on the command line. (Otherwise the same as .option().)
		*
		* The `flags` string contains the short and/or long flags, separated by comma, a pipe or space.
		*
		* @param {string} flags
		* @param {string} [description]
		* @param {(Function|*)} [parseArg] - custom option processing function or default value
		* @param {*} [defaultValue]
		* @return {Command} `this` command for chaining
		*/
		requiredOption(flags, description, parseArg, defaultValue) {
			return this._optionEx({ mandatory: true }, flags, description, parseArg, defaultValue);
		}
		/**
		* Alter parsing of short flags with optional values.
		*
		* @example
		* // for `.option('-f,--flag [value]'):
		* program.combineFlagAndOptionalValue(true);  // `-f80` is treated like `--flag=80`, this is the default behaviour
		* program.combineFlagAndOptionalValue(false) // `-fb` is treated like `-f -b`
		*
		* @param {boolean} [combine] - if `true` or omitted, an optional value can be specified directly after the flag.
		* @return {Command} `this` command for chaining
		*/
		combineFlagAndOptionalValue(combine = true) {
			this._combineFlagAndOptionalValue = !!combine;
			return this;
		}
		/**
		* Allow unknown options on the command line.
		*
		* @param {boolean} [allowUnknown] - if `true` or omitted, no error will be thrown for unknown options.
		* @return {Command} `this` command for chaining
		*/
		allowUnknownOption(allowUnknown = true) {
			this._allowUnknownOption = !!allowUnknown;
			return this;
		}
		/**
		* Allow excess command-arguments on the command line. Pass false to make excess arguments an error.
		*
		* @param {boolean} [allowExcess] - if `true` or omitted, no error will be thrown for excess arguments.
		* @return {Command} `this` command for chaining
		*/
		allowExcessArguments(allowExcess = true) {
			this._allowExcessArguments = !!allowExcess;
			return this;
		}
		/**
		* Enable positional options. Positional means global options are specified before subcommands which lets
		* subcommands reuse the same option names, and also enables subcommands to turn on passThroughOptions.
		* The default behaviour is non-positional and global options may appear anywhere on the command line.
		*
		* @param {boolean} [positional]
		* @return {Command} `this` command for chaining
		*/
		enablePositionalOptions(positional = true) {
			this._enablePositionalOptions = !!positional;
			return this;
		}
		/**
		* Pass through options that come after command-arguments rather than treat them as command-options,
		* so actual command-options come before command-arguments. Turning this on for a subcommand requires
		* positional options to have been enabled on the program (parent commands).
		* The default behaviour is non-positional and options may appear before or after command-arguments.
		*
		* @param {boolean} [passThrough] for unknown options.
		* @return {Command} `this` command for chaining
		*/
		passThroughOptions(passThrough = true) {
			this._passThroughOptions = !!passThrough;
			this._checkForBrokenPassThrough();
			return this;
		}
		/**
		* @private
		*/
		_checkForBrokenPassThrough() {
			if (this.parent && this._passThroughOptions && !this.parent._enablePositionalOptions) throw new Error(`passThroughOptions cannot be used for '${this._name}' without turning on enablePositionalOptions for parent command(s)`);
		}
		/**
		* Whether to store option values as properties on command object,
		* or store separately (specify false). In both cases the option values can be accessed using .opts().
		*
		* @param {boolean} [storeAsProperties=true]
		* @return {Command} `this` command for chaining
		*/
		storeOptionsAsProperties(storeAsProperties = true) {
			if (this.options.length) throw new Error("call .storeOptionsAsProperties() before adding options");
			if (Object.keys(this._optionValues).length) throw new Error("call .storeOptionsAsProperties() before setting option values");
			this._storeOptionsAsProperties = !!storeAsProperties;
			return this;
		}
		/**
		* Retrieve option value.
		*
		* @param {string} key
		* @return {object} value
		*/
		getOptionValue(key) {
			if (this._storeOptionsAsProperties) return this[key];
			return this._optionValues[key];
		}
		/**
		* Store option value.
		*
		* @param {string} key
		* @param {object} value
		* @return {Command} `this` command for chaining
		*/
		setOptionValue(key, value) {
			return this.setOptionValueWithSource(key, value, void 0);
		}
		/**
		* Store option value and where the value came from.
		*
		* @param {string} key
		* @param {object} value
		* @param {string} source - expected values are default/config/env/cli/implied
		* @return {Command} `this` command for chaining
		*/
		setOptionValueWithSource(key, value, source) {
			if (this._storeOptionsAsProperties) this[key] = value;
			else this._optionValues[key] = value;
			this._optionValueSources[key] = source;
			return this;
		}
		/**
		* Get source of option value.
		* Expected values are default | config | env | cli | implied
		*
		* @param {string} key
		* @return {string}
		*/
		getOptionValueSource(key) {
			return this._optionValueSources[key];
		}
		/**
		* Get source of option value. See also .optsWithGlobals().
		* Expected values are default | config | env | cli | implied
		*
		* @param {string} key
		* @return {string}
		*/
		getOptionValueSourceWithGlobals(key) {
			let source;
			this._getCommandAndAncestors().forEach((cmd) => {
				if (cmd.getOptionValueSource(key) !== void 0) source = cmd.getOptionValueSource(key);
			});
			return source;
		}
		/**
		* Get user arguments from implied or explicit arguments.
		* Side-effects: set _scriptPath if args included script. Used for default program name, and subcommand searches.
		*
		* @private
		*/
		_prepareUserArgs(argv, parseOptions) {
			if (argv !== void 0 && !Array.isArray(argv)) throw new Error("first parameter to parse must be array or undefined");
			parseOptions = parseOptions || {};
			if (argv === void 0 && parseOptions.from === void 0) {
				if (process.versions?.electron) parseOptions.from = "electron";
				const execArgv = process.execArgv ?? [];
				if (execArgv.includes("-e") || execArgv.includes("--eval") || execArgv.includes("-p") || execArgv.includes("--print")) parseOptions.from = "eval";
			}
			if (argv === void 0) argv = process.argv;
			this.rawArgs = argv.slice();
			let userArgs;
			switch (parseOptions.from) {
				case void 0:
				case "node":
					this._scriptPath = argv[1];
					userArgs = argv.slice(2);
					break;
				case "electron":
					if (process.defaultApp) {
						this._scriptPath = argv[1];
						userArgs = argv.slice(2);
					} else userArgs = argv.slice(1);
					break;
				case "user":
					userArgs = argv.slice(0);
					break;
				case "eval":
					userArgs = argv.slice(1);
					break;
				default: throw new Error(`unexpected parse option { from: '${parseOptions.from}' }`);
			}
			if (!this._name && this._scriptPath) this.nameFromFilename(this._scriptPath);
			this._name = this._name || "program";
			return userArgs;
		}
		/**
		* Parse `argv`, setting options and invoking commands when defined.
		*
		* Use parseAsync instead of parse if any of your action handlers are async.
		*
		* Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
		*
		* Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
		* - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
		* - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
		* - `'user'`: just user arguments
		*
		* @example
		* program.parse(); // parse process.argv and auto-detect electron and special node flags
		* program.parse(process.argv); // assume argv[0] is app and argv[1] is script
		* program.parse(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
		*
		* @param {string[]} [argv] - optional, defaults to process.argv
		* @param {object} [parseOptions] - optionally specify style of options with from: node/user/electron
		* @param {string} [parseOptions.from] - where the args are from: 'node', 'user', 'electron'
		* @return {Command} `this` command for chaining
		*/
		parse(argv, parseOptions) {
			this._prepareForParse();
			const userArgs = this._prepareUserArgs(argv, parseOptions);
			this._parseCommand([], userArgs);
			return this;
		}
		/**
		* Parse `argv`, setting options and invoking commands when defined.
		*
		* Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
		*
		* Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
		* - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
		* - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
		* - `'user'`: just user arguments
		*
		* @example
		* await program.parseAsync(); // parse process.argv and auto-detect electron and special node flags
		* await program.parseAsync(process.argv); // assume argv[0] is app and argv[1] is script
		* await program.parseAsync(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
		*
		* @param {string[]} [argv]
		* @param {object} [parseOptions]
		* @param {string} parseOptions.from - where the args are from: 'node', 'user', 'electron'
		* @return {Promise}
		*/
		async parseAsync(argv, parseOptions) {
			this._prepareForParse();
			const userArgs = this._prepareUserArgs(argv, parseOptions);
			await this._parseCommand([], userArgs);
			return this;
		}
		_prepareForParse() {
			if (this._savedState === null) this.saveStateBeforeParse();
			else this.restoreStateBeforeParse();
		}
		/**
		* Called the first time parse is called to save state and allow a restore before subsequent calls to parse.
		* Not usually called directly, but available for subclasses to save their custom state.
		*
		* This is called in a lazy way. Only commands used in parsing chain will have state saved.
		*/
		saveStateBeforeParse() {
			this._savedState = {
				_name: this._name,
				_optionValues: { ...this._optionValues },
				_optionValueSources: { ...this._optionValueSources }
			};
		}
		/**
		* Restore state before parse for calls after the first.
		* Not usually called directly, but available for subclasses to save their custom state.
		*
		* This is called in a lazy way. Only commands used in parsing chain will have state restored.
		*/
		restoreStateBeforeParse() {
			if (this._storeOptionsAsProperties) throw new Error(`Can not call parse again when storeOptionsAsProperties is true.
- either make a new Command for each call to parse, or stop storing options as properties`);
			this._name = this._savedState._name;
			this._scriptPath = null;
			this.rawArgs = [];
			this._optionValues = { ...this._savedState._optionValues };
			this._optionValueSources = { ...this._savedState._optionValueSources };
			this.args = [];
			this.processedArgs = [];
		}
		/**
		* Throw if expected executable is missing. Add lots of help for author.
		*
		* @param {string} executableFile
		* @param {string} executableDir
		* @param {string} subcommandName
		*/
		_checkForMissingExecutable(executableFile, executableDir, subcommandName) {
			if (fs.existsSync(executableFile)) return;
			const executableMissing = `'${executableFile}' does not exist
 - if '${subcommandName}' is not meant to be an executable command, remove description parameter from '.command()' and use '.description()' instead
 - if the default executable name is not suitable, use the executableFile option to supply a custom name or path
 - ${executableDir ? `searched for local subcommand relative to directory '${executableDir}'` : "no directory for search for local subcommand, use .executableDir() to supply a custom directory"}`;
			throw new Error(executableMissing);
		}
		/**
		* Execute a sub-command executable.
		*
		* @private
		*/
		_executeSubCommand(subcommand, args) {
			args = args.slice();
			let launchWithNode = false;
			const sourceExt = [
				".js",
				".ts",
				".tsx",
				".mjs",
				".cjs"
			];
			function findFile(baseDir, baseName) {
				const localBin = path.resolve(baseDir, baseName);
				if (fs.existsSync(localBin)) return localBin;
				if (sourceExt.includes(path.extname(baseName))) return void 0;
				const foundExt = sourceExt.find((ext) => fs.existsSync(`${localBin}${ext}`));
				if (foundExt) return `${localBin}${foundExt}`;
			}
			this._checkForMissingMandatoryOptions();
			this._checkForConflictingOptions();
			let executableFile = subcommand._executableFile || `${this._name}-${subcommand._name}`;
			let executableDir = this._executableDir || "";
			if (this._scriptPath) {
				let resolvedScriptPath;
				try {
					resolvedScriptPath = fs.realpathSync(this._scriptPath);
				} catch {
					resolvedScriptPath = this._scriptPath;
				}
				executableDir = path.resolve(path.dirname(resolvedScriptPath), executableDir);
			}
			if (executableDir) {
				let localFile = findFile(executableDir, executableFile);
				if (!localFile && !subcommand._executableFile && this._scriptPath) {
					const legacyName = path.basename(this._scriptPath, path.extname(this._scriptPath));
					if (legacyName !== this._name) localFile = findFile(executableDir, `${legacyName}-${subcommand._name}`);
				}
				executableFile = localFile || executableFile;
			}
			launchWithNode = sourceExt.includes(path.extname(executableFile));
			let proc;
			if (process.platform !== "win32") {
				if (launchWithNode) {
					args.unshift(executableFile);
					args = incrementNodeInspectorPort(process.execArgv).concat(args);
					proc = childProcess.spawn(process.argv[0], args, { stdio: "inherit" });
				} else proc = childProcess.spawn(executableFile, args, { stdio: "inherit" });
			} else {
				this._checkForMissingExecutable(executableFile, executableDir, subcommand._name);
				args.unshift(executableFile);
				args = incrementNodeInspectorPort(process.execArgv).concat(args);
				proc = childProcess.spawn(process.execPath, args, { stdio: "inherit" });
			}
			if (!proc.killed) [
				"SIGUSR1",
				"SIGUSR2",
				"SIGTERM",
				"SIGINT",
				"SIGHUP"
			].forEach((signal) => {
				process.on(signal, () => {
					if (proc.killed === false && proc.exitCode === null) proc.kill(signal);
				});
			});
			const exitCallback = this._exitCallback;
			proc.on("close", (code) => {
				code = code ?? 1;
				if (!exitCallback) process.exit(code);
				else exitCallback(new CommanderError(code, "commander.executeSubCommandAsync", "(close)"));
			});
			proc.on("error", (err) => {
				if (err.code === "ENOENT") this._checkForMissingExecutable(executableFile, executableDir, subcommand._name);
				else if (err.code === "EACCES") throw new Error(`'${executableFile}' not executable`);
				if (!exitCallback) process.exit(1);
				else {
					const wrappedError = new CommanderError(1, "commander.executeSubCommandAsync", "(error)");
					wrappedError.nestedError = err;
					exitCallback(wrappedError);
				}
			});
			this.runningCommand = proc;
		}
		/**
		* @private
		*/
		_dispatchSubcommand(commandName, operands, unknown) {
			const subCommand = this._findCommand(commandName);
			if (!subCommand) this.help({ error: true });
			subCommand._prepareForParse();
			let promiseChain;
			promiseChain = this._chainOrCallSubCommandHook(promiseChain, subCommand, "preSubcommand");
			promiseChain = this._chainOrCall(promiseChain, () => {
				if (subCommand._executableHandler) this._executeSubCommand(subCommand, operands.concat(unknown));
				else return subCommand._parseCommand(operands, unknown);
			});
			return promiseChain;
		}
		/**
		* Invoke help directly if possible, or dispatch if necessary.
		* e.g. help foo
		*
		* @private
		*/
		_dispatchHelpCommand(subcommandName) {
			if (!subcommandName) this.help();
			const subCommand = this._findCommand(subcommandName);
			if (subCommand && !subCommand._executableHandler) subCommand.help();
			return this._dispatchSubcommand(subcommandName, [], [this._getHelpOption()?.long ?? this._getHelpOption()?.short ?? "--help"]);
		}
		/**
		* Check this.args against expected this.registeredArguments.
		*
		* @private
		*/
		_checkNumberOfArguments() {
			this.registeredArguments.forEach((arg, i) => {
				if (arg.required && this.args[i] == null) this.missingArgument(arg.name());
			});
			if (this.registeredArguments.length > 0 && this.registeredArguments[this.registeredArguments.length - 1].variadic) return;
			if (this.args.length > this.registeredArguments.length) this._excessArguments(this.args);
		}
		/**
		* Process this.args using this.registeredArguments and save as this.processedArgs!
		*
		* @private
		*/
		_processArguments() {
			const myParseArg = (argument, value, previous) => {
				let parsedValue = value;
				if (value !== null && argument.parseArg) {
					const invalidValueMessage = `error: command-argument value '${value}' is invalid for argument '${argument.name()}'.`;
					parsedValue = this._callParseArg(argument, value, previous, invalidValueMessage);
				}
				return parsedValue;
			};
			this._checkNumberOfArguments();
			const processedArgs = [];
			this.registeredArguments.forEach((declaredArg, index) => {
				let value = declaredArg.defaultValue;
				if (declaredArg.variadic) {
					if (index < this.args.length) {
						value = this.args.slice(index);
						if (declaredArg.parseArg) value = value.reduce((processed, v) => {
							return myParseArg(declaredArg, v, processed);
						}, declaredArg.defaultValue);
					} else if (value === void 0) value = [];
				} else if (index < this.args.length) {
					value = this.args[index];
					if (declaredArg.parseArg) value = myParseArg(declaredArg, value, declaredArg.defaultValue);
				}
				processedArgs[index] = value;
			});
			this.processedArgs = processedArgs;
		}
		/**
		* Once we have a promise we chain, but call synchronously until then.
		*
		* @param {(Promise|undefined)} promise
		* @param {Function} fn
		* @return {(Promise|undefined)}
		* @private
		*/
		_chainOrCall(promise, fn) {
			if (promise?.then && typeof promise.then === "function") return promise.then(() => fn());
			return fn();
		}
		/**
		*
		* @param {(Promise|undefined)} promise
		* @param {string} event
		* @return {(Promise|undefined)}
		* @private
		*/
		_chainOrCallHooks(promise, event) {
			let result = promise;
			const hooks = [];
			this._getCommandAndAncestors().reverse().filter((cmd) => cmd._lifeCycleHooks[event] !== void 0).forEach((hookedCommand) => {
				hookedCommand._lifeCycleHooks[event].forEach((callback) => {
					hooks.push({
						hookedCommand,
						callback
					});
				});
			});
			if (event === "postAction") hooks.reverse();
			hooks.forEach((hookDetail) => {
				result = this._chainOrCall(result, () => {
					return hookDetail.callback(hookDetail.hookedCommand, this);
				});
			});
			return result;
		}
		/**
		*
		* @param {(Promise|undefined)} promise
		* @param {Command} subCommand
		* @param {string} event
		* @return {(Promise|undefined)}
		* @private
		*/
		_chainOrCallSubCommandHook(promise, subCommand, event) {
			let result = promise;
			if (this._lifeCycleHooks[event] !== void 0) this._lifeCycleHooks[event].forEach((hook) => {
				result = this._chainOrCall(result, () => {
					return hook(this, subCommand);
				});
			});
			return result;
		}
		/**
		* Process arguments in context of this command.
		* Returns action result, in case it is a promise.
		*
		* @private
		*/
		_parseCommand(operands, unknown) {
			const parsed = this.parseOptions(unknown);
			this._parseOptionsEnv();
			this._parseOptionsImplied();
			operands = operands.concat(parsed.operands);
			unknown = parsed.unknown;
			this.args = operands.concat(unknown);
			if (operands && this._findCommand(operands[0])) return this._dispatchSubcommand(operands[0], operands.slice(1), unknown);
			if (this._getHelpCommand() && operands[0] === this._getHelpCommand().name()) return this._dispatchHelpCommand(operands[1]);
			if (this._defaultCommandName) {
				this._outputHelpIfRequested(unknown);
				return this._dispatchSubcommand(this._defaultCommandName, operands, unknown);
			}
			if (this.commands.length && this.args.length === 0 && !this._actionHandler && !this._defaultCommandName) this.help({ error: true });
			this._outputHelpIfRequested(parsed.unknown);
			this._checkForMissingMandatoryOptions();
			this._checkForConflictingOptions();
			const checkForUnknownOptions = () => {
				if (parsed.unknown.length > 0) this.unknownOption(parsed.unknown[0]);
			};
			const commandEvent = `command:${this.name()}`;
			if (this._actionHandler) {
				checkForUnknownOptions();
				this._processArguments();
				let promiseChain;
				promiseChain = this._chainOrCallHooks(promiseChain, "preAction");
				promiseChain = this._chainOrCall(promiseChain, () => this._actionHandler(this.processedArgs));
				if (this.parent) promiseChain = this._chainOrCall(promiseChain, () => {
					this.parent.emit(commandEvent, operands, unknown);
				});
				promiseChain = this._chainOrCallHooks(promiseChain, "postAction");
				return promiseChain;
			}
			if (this.parent?.listenerCount(commandEvent)) {
				checkForUnknownOptions();
				this._processArguments();
				this.parent.emit(commandEvent, operands, unknown);
			} else if (operands.length) {
				if (this._findCommand("*")) return this._dispatchSubcommand("*", operands, unknown);
				if (this.listenerCount("command:*")) this.emit("command:*", operands, unknown);
				else if (this.commands.length) this.unknownCommand();
				else {
					checkForUnknownOptions();
					this._processArguments();
				}
			} else if (this.commands.length) {
				checkForUnknownOptions();
				this.help({ error: true });
			} else {
				checkForUnknownOptions();
				this._processArguments();
			}
		}
		/**
		* Find matching command.
		*
		* @private
		* @return {Command | undefined}
		*/
		_findCommand(name) {
			if (!name) return void 0;
			return this.commands.find((cmd) => cmd._name === name || cmd._aliases.includes(name));
		}
		/**
		* Return an option matching `arg` if any.
		*
		* @param {string} arg
		* @return {Option}
		* @package
		*/
		_findOption(arg) {
			return this.options.find((option) => option.is(arg));
		}
		/**
		* Display an error message if a mandatory option does not have a value.
		* Called after checking for help flags in leaf subcommand.
		*
		* @private
		*/
		_checkForMissingMandatoryOptions() {
			this._getCommandAndAncestors().forEach((cmd) => {
				cmd.options.forEach((anOption) => {
					if (anOption.mandatory && cmd.getOptionValue(anOption.attributeName()) === void 0) cmd.missingMandatoryOptionValue(anOption);
				});
			});
		}
		/**
		* Display an error message if conflicting options are used together in this.
		*
		* @private
		*/
		_checkForConflictingLocalOptions() {
			const definedNonDefaultOptions = this.options.filter((option) => {
				const optionKey = option.attributeName();
				if (this.getOptionValue(optionKey) === void 0) return false;
				return this.getOptionValueSource(optionKey) !== "default";
			});
			definedNonDefaultOptions.filter((option) => option.conflictsWith.length > 0).forEach((option) => {
				const conflictingAndDefined = definedNonDefaultOptions.find((defined) => option.conflictsWith.includes(defined.attributeName()));
				if (conflictingAndDefined) this._conflictingOption(option, conflictingAndDefined);
			});
		}
		/**
		* Display an error message if conflicting options are used together.
		* Called after checking for help flags in leaf subcommand.
		*
		* @private
		*/
		_checkForConflictingOptions() {
			this._getCommandAndAncestors().forEach((cmd) => {
				cmd._checkForConflictingLocalOptions();
			});
		}
		/**
		* Parse options from `argv` removing known options,
		* and return argv split into operands and unknown arguments.
		*
		* Side effects: modifies command by storing options. Does not reset state if called again.
		*
		* Examples:
		*
		*     argv => operands, unknown
		*     --known kkk op => [op], []
		*     op --known kkk => [op], []
		*     sub --unknown uuu op => [sub], [--unknown uuu op]
		*     sub -- --unknown uuu op => [sub --unknown uuu op], []
		*
		* @param {string[]} args
		* @return {{operands: string[], unknown: string[]}}
		*/
		parseOptions(args) {
			const operands = [];
			const unknown = [];
			let dest = operands;
			function maybeOption(arg) {
				return arg.length > 1 && arg[0] === "-";
			}
			const negativeNumberArg = (arg) => {
				if (!/^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/.test(arg)) return false;
				return !this._getCommandAndAncestors().some((cmd) => cmd.options.map((opt) => opt.short).some((short) => /^-\d$/.test(short)));
			};
			let activeVariadicOption = null;
			let activeGroup = null;
			let i = 0;
			while (i < args.length || activeGroup) {
				const arg = activeGroup ?? args[i++];
				activeGroup = null;
				if (arg === "--") {
					if (dest === unknown) dest.push(arg);
					dest.push(...args.slice(i));
					break;
				}
				if (activeVariadicOption && (!maybeOption(arg) || negativeNumberArg(arg))) {
					this.emit(`option:${activeVariadicOption.name()}`, arg);
					continue;
				}
				activeVariadicOption = null;
				if (maybeOption(arg)) {
					const option = this._findOption(arg);
					if (option) {
						if (option.required) {
							const value = args[i++];
							if (value === void 0) this.optionMissingArgument(option);
							this.emit(`option:${option.name()}`, value);
						} else if (option.optional) {
							let value = null;
							if (i < args.length && (!maybeOption(args[i]) || negativeNumberArg(args[i]))) value = args[i++];
							this.emit(`option:${option.name()}`, value);
						} else this.emit(`option:${option.name()}`);
						activeVariadicOption = option.variadic ? option : null;
						continue;
					}
				}
				if (arg.length > 2 && arg[0] === "-" && arg[1] !== "-") {
					const option = this._findOption(`-${arg[1]}`);
					if (option) {
						if (option.required || option.optional && this._combineFlagAndOptionalValue) this.emit(`option:${option.name()}`, arg.slice(2));
						else {
							this.emit(`option:${option.name()}`);
							activeGroup = `-${arg.slice(2)}`;
						}
						continue;
					}
				}
				if (/^--[^=]+=/.test(arg)) {
					const index = arg.indexOf("=");
					const option = this._findOption(arg.slice(0, index));
					if (option && (option.required || option.optional)) {
						this.emit(`option:${option.name()}`, arg.slice(index + 1));
						continue;
					}
				}
				if (dest === operands && maybeOption(arg) && !(this.commands.length === 0 && negativeNumberArg(arg))) dest = unknown;
				if ((this._enablePositionalOptions || this._passThroughOptions) && operands.length === 0 && unknown.length === 0) {
					if (this._findCommand(arg)) {
						operands.push(arg);
						unknown.push(...args.slice(i));
						break;
					} else if (this._getHelpCommand() && arg === this._getHelpCommand().name()) {
						operands.push(arg, ...args.slice(i));
						break;
					} else if (this._defaultCommandName) {
						unknown.push(arg, ...args.slice(i));
						break;
					}
				}
				if (this._passThroughOptions) {
					dest.push(arg, ...args.slice(i));
					break;
				}
				dest.push(arg);
			}
			return {
				operands,
				unknown
			};
		}
		/**
		* Return an object containing local option values as key-value pairs.
		*
		* @return {object}
		*/
		opts() {
			if (this._storeOptionsAsProperties) {
				const result = {};
				const len = this.options.length;
				for (let i = 0; i < len; i++) {
					const key = this.options[i].attributeName();
					result[key] = key === this._versionOptionName ? this._version : this[key];
				}
				return result;
			}
			return this._optionValues;
		}
		/**
		* Return an object containing merged local and global option values as key-value pairs.
		*
		* @return {object}
		*/
		optsWithGlobals() {
			return this._getCommandAndAncestors().reduce((combinedOptions, cmd) => Object.assign(combinedOptions, cmd.opts()), {});
		}
		/**
		* Display error message and exit (or call exitOverride).
		*
		* @param {string} message
		* @param {object} [errorOptions]
		* @param {string} [errorOptions.code] - an id string representing the error
		* @param {number} [errorOptions.exitCode] - used with process.exit
		*/
		error(message, errorOptions) {
			this._outputConfiguration.outputError(`${message}\n`, this._outputConfiguration.writeErr);
			if (typeof this._showHelpAfterError === "string") this._outputConfiguration.writeErr(`${this._showHelpAfterError}\n`);
			else if (this._showHelpAfterError) {
				this._outputConfiguration.writeErr("\n");
				this.outputHelp({ error: true });
			}
			const config = errorOptions || {};
			const exitCode = config.exitCode || 1;
			const code = config.code || "commander.error";
			this._exit(exitCode, code, message);
		}
		/**
		* Apply any option related environment variables, if option does
		* not have a value from cli or client code.
		*
		* @private
		*/
		_parseOptionsEnv() {
			this.options.forEach((option) => {
				if (option.envVar && option.envVar in process.env) {
					const optionKey = option.attributeName();
					if (this.getOptionValue(optionKey) === void 0 || [
						"default",
						"config",
						"env"
					].includes(this.getOptionValueSource(optionKey))) {
						if (option.required || option.optional) this.emit(`optionEnv:${option.name()}`, process.env[option.envVar]);
						else this.emit(`optionEnv:${option.name()}`);
					}
				}
			});
		}
		/**
		* Apply any implied option values, if option is undefined or default value.
		*
		* @private
		*/
		_parseOptionsImplied() {
			const dualHelper = new DualOptions(this.options);
			const hasCustomOptionValue = (optionKey) => {
				return this.getOptionValue(optionKey) !== void 0 && !["default", "implied"].includes(this.getOptionValueSource(optionKey));
			};
			this.options.filter((option) => option.implied !== void 0 && hasCustomOptionValue(option.attributeName()) && dualHelper.valueFromOption(this.getOptionValue(option.attributeName()), option)).forEach((option) => {
				Object.keys(option.implied).filter((impliedKey) => !hasCustomOptionValue(impliedKey)).forEach((impliedKey) => {
					this.setOptionValueWithSource(impliedKey, option.implied[impliedKey], "implied");
				});
			});
		}
		/**
		* Argument `name` is missing.
		*
		* @param {string} name
		* @private
		*/
		missingArgument(name) {
			const message = `error: missing required argument '${name}'`;
			this.error(message, { code: "commander.missingArgument" });
		}
		/**
		* `Option` is missing an argument.
		*
		* @param {Option} option
		* @private
		*/
		optionMissingArgument(option) {
			const message = `error: option '${option.flags}' argument missing`;
			this.error(message, { code: "commander.optionMissingArgument" });
		}
		/**
		* `Option` does not have a value, and is a mandatory option.
		*
		* @param {Option} option
		* @private
		*/
		missingMandatoryOptionValue(option) {
			const message = `error: required option '${option.flags}' not specified`;
			this.error(message, { code: "commander.missingMandatoryOptionValue" });
		}
		/**
		* `Option` conflicts with another option.
		*
		* @param {Option} option
		* @param {Option} conflictingOption
		* @private
		*/
		_conflictingOption(option, conflictingOption) {
			const findBestOptionFromValue = (option) => {
				const optionKey = option.attributeName();
				const optionValue = this.getOptionValue(optionKey);
				const negativeOption = this.options.find((target) => target.negate && optionKey === target.attributeName());
				const positiveOption = this.options.find((target) => !target.negate && optionKey === target.attributeName());
				if (negativeOption && (negativeOption.presetArg === void 0 && optionValue === false || negativeOption.presetArg !== void 0 && optionValue === negativeOption.presetArg)) return negativeOption;
				return positiveOption || option;
			};
			const getErrorMessage = (option) => {
				const bestOption = findBestOptionFromValue(option);
				const optionKey = bestOption.attributeName();
				if (this.getOptionValueSource(optionKey) === "env") return `environment variable '${bestOption.envVar}'`;
				return `option '${bestOption.flags}'`;
			};
			const message = `error: ${getErrorMessage(option)} cannot be used with ${getErrorMessage(conflictingOption)}`;
			this.error(message, { code: "commander.conflictingOption" });
		}
		/**
		* Unknown option `flag`.
		*
		* @param {string} flag
		* @private
		*/
		unknownOption(flag) {
			if (this._allowUnknownOption) return;
			let suggestion = "";
			if (flag.startsWith("--") && this._showSuggestionAfterError) {
				let candidateFlags = [];
				let command = this;
				do {
					const moreFlags = command.createHelp().visibleOptions(command).filter((option) => option.long).map((option) => option.long);
					candidateFlags = candidateFlags.concat(moreFlags);
					command = command.parent;
				} while (command && !command._enablePositionalOptions);
				suggestion = suggestSimilar(flag, candidateFlags);
			}
			const message = `error: unknown option '${flag}'${suggestion}`;
			this.error(message, { code: "commander.unknownOption" });
		}
		/**
		* Excess arguments, more than expected.
		*
		* @param {string[]} receivedArgs
		* @private
		*/
		_excessArguments(receivedArgs) {
			if (this._allowExcessArguments) return;
			const expected = this.registeredArguments.length;
			const s = expected === 1 ? "" : "s";
			const message = `error: too many arguments${this.parent ? ` for '${this.name()}'` : ""}. Expected ${expected} argument${s} but got ${receivedArgs.length}.`;
			this.error(message, { code: "commander.excessArguments" });
		}
		/**
		* Unknown command.
		*
		* @private
		*/
		unknownCommand() {
			const unknownName = this.args[0];
			let suggestion = "";
			if (this._showSuggestionAfterError) {
				const candidateNames = [];
				this.createHelp().visibleCommands(this).forEach((command) => {
					candidateNames.push(command.name());
					if (command.alias()) candidateNames.push(command.alias());
				});
				suggestion = suggestSimilar(unknownName, candidateNames);
			}
			const message = `error: unknown command '${unknownName}'${suggestion}`;
			this.error(message, { code: "commander.unknownCommand" });
		}
		/**
		* Get or set the program version.
		*
		* This method auto-registers the "-V, --version" option which will print the version number.
		*
		* You can optionally supply the flags and description to override the defaults.
		*
		* @param {string} [str]
		* @param {string} [flags]
		* @param {string} [description]
		* @return {(this | string | undefined)} `this` command for chaining, or version string if no arguments
		*/
		version(str, flags, description) {
			if (str === void 0) return this._version;
			this._version = str;
			flags = flags || "-V, --version";
			description = description || "output the version number";
			const versionOption = this.createOption(flags, description);
			this._versionOptionName = versionOption.attributeName();
			this._registerOption(versionOption);
			this.on("option:" + versionOption.name(), () => {
				this._outputConfiguration.writeOut(`${str}\n`);
				this._exit(0, "commander.version", str);
			});
			return this;
		}
		/**
		* Set the description.
		*
		* @param {string} [str]
		* @param {object} [argsDescription]
		* @return {(string|Command)}
		*/
		description(str, argsDescription) {
			if (str === void 0 && argsDescription === void 0) return this._description;
			this._description = str;
			if (argsDescription) this._argsDescription = argsDescription;
			return this;
		}
		/**
		* Set the summary. Used when listed as subcommand of parent.
		*
		* @param {string} [str]
		* @return {(string|Command)}
		*/
		summary(str) {
			if (str === void 0) return this._summary;
			this._summary = str;
			return this;
		}
		/**
		* Set an alias for the command.
		*
		* You may call more than once to add multiple aliases. Only the first alias is shown in the auto-generated help.
		*
		* @param {string} [alias]
		* @return {(string|Command)}
		*/
		alias(alias) {
			if (alias === void 0) return this._aliases[0];
			/** @type {Command} */
			let command = this;
			if (this.commands.length !== 0 && this.commands[this.commands.length - 1]._executableHandler) command = this.commands[this.commands.length - 1];
			if (alias === command._name) throw new Error("Command alias can't be the same as its name");
			const matchingCommand = this.parent?._findCommand(alias);
			if (matchingCommand) {
				const existingCmd = [matchingCommand.name()].concat(matchingCommand.aliases()).join("|");
				throw new Error(`cannot add alias '${alias}' to command '${this.name()}' as already have command '${existingCmd}'`);
			}
			command._aliases.push(alias);
			return this;
		}
		/**
		* Set aliases for the command.
		*
		* Only the first alias is shown in the auto-generated help.
		*
		* @param {string[]} [aliases]
		* @return {(string[]|Command)}
		*/
		aliases(aliases) {
			if (aliases === void 0) return this._aliases;
			aliases.forEach((alias) => this.alias(alias));
			return this;
		}
		/**
		* Set / get the command usage `str`.
		*
		* @param {string} [str]
		* @return {(string|Command)}
		*/
		usage(str) {
			if (str === void 0) {
				if (this._usage) return this._usage;
				const args = this.registeredArguments.map((arg) => {
					return humanReadableArgName(arg);
				});
				return [].concat(this.options.length || this._helpOption !== null ? "[options]" : [], this.commands.length ? "[command]" : [], this.registeredArguments.length ? args : []).join(" ");
			}
			this._usage = str;
			return this;
		}
		/**
		* Get or set the name of the command.
		*
		* @param {string} [str]
		* @return {(string|Command)}
		*/
		name(str) {
			if (str === void 0) return this._name;
			this._name = str;
			return this;
		}
		/**
		* Set/get the help group heading for this subcommand in parent command's help.
		*
		* @param {string} [heading]
		* @return {Command | string}
		*/
		helpGroup(heading) {
			if (heading === void 0) return this._helpGroupHeading ?? "";
			this._helpGroupHeading = heading;
			return this;
		}
		/**
		* Set/get the default help group heading for subcommands added to this command.
		* (This does not override a group set directly on the subcommand using .helpGroup().)
		*
		* @example
		* program.commandsGroup('Development Commands:);
		* program.command('watch')...
		* program.command('lint')...
		* ...
		*
		* @param {string} [heading]
		* @returns {Command | string}
		*/
		commandsGroup(heading) {
			if (heading === void 0) return this._defaultCommandGroup ?? "";
			this._defaultCommandGroup = heading;
			return this;
		}
		/**
		* Set/get the default help group heading for options added to this command.
		* (This does not override a group set directly on the option using .helpGroup().)
		*
		* @example
		* program
		*   .optionsGroup('Development Options:')
		*   .option('-d, --debug', 'output extra debugging')
		*   .option('-p, --profile', 'output profiling information')
		*
		* @param {string} [heading]
		* @returns {Command | string}
		*/
		optionsGroup(heading) {
			if (heading === void 0) return this._defaultOptionGroup ?? "";
			this._defaultOptionGroup = heading;
			return this;
		}
		/**
		* @param {Option} option
		* @private
		*/
		_initOptionGroup(option) {
			if (this._defaultOptionGroup && !option.helpGroupHeading) option.helpGroup(this._defaultOptionGroup);
		}
		/**
		* @param {Command} cmd
		* @private
		*/
		_initCommandGroup(cmd) {
			if (this._defaultCommandGroup && !cmd.helpGroup()) cmd.helpGroup(this._defaultCommandGroup);
		}
		/**
		* Set the name of the command from script filename, such as process.argv[1],
		* or require.main.filename, or __filename.
		*
		* (Used internally and public although not documented in README.)
		*
		* @example
		* program.nameFromFilename(require.main.filename);
		*
		* @param {string} filename
		* @return {Command}
		*/
		nameFromFilename(filename) {
			this._name = path.basename(filename, path.extname(filename));
			return this;
		}
		/**
		* Get or set the directory for searching for executable subcommands of this command.
		*
		* @example
		* program.executableDir(__dirname);
		* // or
		* program.executableDir('subcommands');
		*
		* @param {string} [path]
		* @return {(string|null|Command)}
		*/
		executableDir(path) {
			if (path === void 0) return this._executableDir;
			this._executableDir = path;
			return this;
		}
		/**
		* Return program help documentation.
		*
		* @param {{ error: boolean }} [contextOptions] - pass {error:true} to wrap for stderr instead of stdout
		* @return {string}
		*/
		helpInformation(contextOptions) {
			const helper = this.createHelp();
			const context = this._getOutputContext(contextOptions);
			helper.prepareContext({
				error: context.error,
				helpWidth: context.helpWidth,
				outputHasColors: context.hasColors
			});
			const text = helper.formatHelp(this, helper);
			if (context.hasColors) return text;
			return this._outputConfiguration.stripColor(text);
		}
		/**
		* @typedef HelpContext
		* @type {object}
		* @property {boolean} error
		* @property {number} helpWidth
		* @property {boolean} hasColors
		* @property {function} write - includes stripColor if needed
		*
		* @returns {HelpContext}
		* @private
		*/
		_getOutputContext(contextOptions) {
			contextOptions = contextOptions || {};
			const error = !!contextOptions.error;
			let baseWrite;
			let hasColors;
			let helpWidth;
			if (error) {
				baseWrite = (str) => this._outputConfiguration.writeErr(str);
				hasColors = this._outputConfiguration.getErrHasColors();
				helpWidth = this._outputConfiguration.getErrHelpWidth();
			} else {
				baseWrite = (str) => this._outputConfiguration.writeOut(str);
				hasColors = this._outputConfiguration.getOutHasColors();
				helpWidth = this._outputConfiguration.getOutHelpWidth();
			}
			const write = (str) => {
				if (!hasColors) str = this._outputConfiguration.stripColor(str);
				return baseWrite(str);
			};
			return {
				error,
				write,
				hasColors,
				helpWidth
			};
		}
		/**
		* Output help information for this command.
		*
		* Outputs built-in help, and custom text added using `.addHelpText()`.
		*
		* @param {{ error: boolean } | Function} [contextOptions] - pass {error:true} to write to stderr instead of stdout
		*/
		outputHelp(contextOptions) {
			let deprecatedCallback;
			if (typeof contextOptions === "function") {
				deprecatedCallback = contextOptions;
				contextOptions = void 0;
			}
			const outputContext = this._getOutputContext(contextOptions);
			/** @type {HelpTextEventContext} */
			const eventContext = {
				error: outputContext.error,
				write: outputContext.write,
				command: this
			};
			this._getCommandAndAncestors().reverse().forEach((command) => command.emit("beforeAllHelp", eventContext));
			this.emit("beforeHelp", eventContext);
			let helpInformation = this.helpInformation({ error: outputContext.error });
			if (deprecatedCallback) {
				helpInformation = deprecatedCallback(helpInformation);
				if (typeof helpInformation !== "string" && !Buffer.isBuffer(helpInformation)) throw new Error("outputHelp callback must return a string or a Buffer");
			}
			outputContext.write(helpInformation);
			if (this._getHelpOption()?.long) this.emit(this._getHelpOption().long);
			this.emit("afterHelp", eventContext);
			this._getCommandAndAncestors().forEach((command) => command.emit("afterAllHelp", eventContext));
		}
		/**
		* You can pass in flags and a description to customise the built-in help option.
		* Pass in false to disable the built-in help option.
		*
		* @example
		* program.helpOption('-?, --help' 'show help'); // customise
		* program.helpOption(false); // disable
		*
		* @param {(string | boolean)} flags
		* @param {string} [description]
		* @return {Command} `this` command for chaining
		*/
		helpOption(flags, description) {
			if (typeof flags === "boolean") {
				if (flags) {
					if (this._helpOption === null) this._helpOption = void 0;
					if (this._defaultOptionGroup) this._initOptionGroup(this._getHelpOption());
				} else this._helpOption = null;
				return this;
			}
			this._helpOption = this.createOption(flags ?? "-h, --help", description ?? "display help for command");
			if (flags || description) this._initOptionGroup(this._helpOption);
			return this;
		}
		/**
		* Lazy create help option.
		* Returns null if has been disabled with .helpOption(false).
		*
		* @returns {(Option | null)} the help option
		* @package
		*/
		_getHelpOption() {
			if (this._helpOption === void 0) this.helpOption(void 0, void 0);
			return this._helpOption;
		}
		/**
		* Supply your own option to use for the built-in help option.
		* This is an alternative to using helpOption() to customise the flags and description etc.
		*
		* @param {Option} option
		* @return {Command} `this` command for chaining
		*/
		addHelpOption(option) {
			this._helpOption = option;
			this._initOptionGroup(option);
			return this;
		}
		/**
		* Output help information and exit.
		*
		* Outputs built-in help, and custom text added using `.addHelpText()`.
		*
		* @param {{ error: boolean }} [contextOptions] - pass {error:true} to write to stderr instead of stdout
		*/
		help(contextOptions) {
			this.outputHelp(contextOptions);
			let exitCode = Number(process.exitCode ?? 0);
			if (exitCode === 0 && contextOptions && typeof contextOptions !== "function" && contextOptions.error) exitCode = 1;
			this._exit(exitCode, "commander.help", "(outputHelp)");
		}
		/**
		* // Do a little typing to coordinate emit and listener for the help text events.
		* @typedef HelpTextEventContext
		* @type {object}
		* @property {boolean} error
		* @property {Command} command
		* @property {function} write
		*/
		/**
		* Add additional text to be displayed with the built-in help.
		*
		* Position is 'before' or 'after' to affect just this command,
		* and 'beforeAll' or 'afterAll' to affect this command and all its subcommands.
		*
		* @param {string} position - before or after built-in help
		* @param {(string | Function)} text - string to add, or a function returning a string
		* @return {Command} `this` command for chaining
		*/
		addHelpText(position, text) {
			const allowedValues = [
				"beforeAll",
				"before",
				"after",
				"afterAll"
			];
			if (!allowedValues.includes(position)) throw new Error(`Unexpected value for position to addHelpText.
Expecting one of '${allowedValues.join("', '")}'`);
			const helpEvent = `${position}Help`;
			this.on(helpEvent, (context) => {
				let helpStr;
				if (typeof text === "function") helpStr = text({
					error: context.error,
					command: context.command
				});
				else helpStr = text;
				if (helpStr) context.write(`${helpStr}\n`);
			});
			return this;
		}
		/**
		* Output help information if help flags specified
		*
		* @param {Array} args - array of options to search for help flags
		* @private
		*/
		_outputHelpIfRequested(args) {
			const helpOption = this._getHelpOption();
			if (helpOption && args.find((arg) => helpOption.is(arg))) {
				this.outputHelp();
				this._exit(0, "commander.helpDisplayed", "(outputHelp)");
			}
		}
	};
	/**
	* Scan arguments and increment port number for inspect calls (to avoid conflicts when spawning new command).
	*
	* @param {string[]} args - array of arguments from node.execArgv
	* @returns {string[]}
	* @private
	*/
	function incrementNodeInspectorPort(args) {
		return args.map((arg) => {
			if (!arg.startsWith("--inspect")) return arg;
			let debugOption;
			let debugHost = "127.0.0.1";
			let debugPort = "9229";
			let match;
			if ((match = arg.match(/^(--inspect(-brk)?)$/)) !== null) debugOption = match[1];
			else if ((match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+)$/)) !== null) {
				debugOption = match[1];
				if (/^\d+$/.test(match[3])) debugPort = match[3];
				else debugHost = match[3];
			} else if ((match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+):(\d+)$/)) !== null) {
				debugOption = match[1];
				debugHost = match[3];
				debugPort = match[4];
			}
			if (debugOption && debugPort !== "0") return `${debugOption}=${debugHost}:${parseInt(debugPort) + 1}`;
			return arg;
		});
	}
	/**
	* @returns {boolean | undefined}
	* @package
	*/
	function useColor() {
		if (process.env.NO_COLOR || process.env.FORCE_COLOR === "0" || process.env.FORCE_COLOR === "false") return false;
		if (process.env.FORCE_COLOR || process.env.CLICOLOR_FORCE !== void 0) return true;
	}
	exports.Command = Command;
	exports.useColor = useColor;
}));
// ../../work/main/node_modules/commander/index.js
var require_commander = /* @__PURE__ */ __commonJSMin(((exports) => {
	var { Argument } = require_argument();
	var { Command } = require_command();
	var { CommanderError, InvalidArgumentError } = require_error();
	var { Help } = require_help();
	var { Option } = require_option();
	exports.program = new Command();
	exports.createCommand = (name) => new Command(name);
	exports.createOption = (flags, description) => new Option(flags, description);
	exports.createArgument = (name, description) => new Argument(name, description);
	/**
	* Expose classes
	*/
	exports.Command = Command;
	exports.Option = Option;
	exports.Argument = Argument;
	exports.Help = Help;
	exports.CommanderError = CommanderError;
	exports.InvalidArgumentError = InvalidArgumentError;
	exports.InvalidOptionArgumentError = InvalidArgumentError;
}));
// ../../work/main/node_modules/commander/esm.mjs
init_exit_codes();
var { program, createCommand, createArgument, createOption, CommanderError, InvalidArgumentError, InvalidOptionArgumentError, Command, Argument, Option, Help } = (/* @__PURE__ */ __toESM(require_commander(), 1)).default;
// conformance/report/terminal/visible.ts
/** A character by its number, as `<U+001B>`. */
function numbered(character) {
	return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
}
/** Line ends and tabs become blanks; all else that is unsafe is shown by its number. */
function visible(text) {
	return text.replace(/[\t\r\n]+/g, " ").replace(UNSAFE, numbered);
}
/** One character, so that a caller can count the columns of each. */
function visibleCharacter(character) {
	return character === "	" ? "  " : character.replace(UNSAFE, numbered);
}
/** Within JSON text the same characters as escapes: the value stays, the terminal is safe. */
function safeJson(json) {
	return json.replace(UNSAFE, (character) => character < " " ? character : Array.from({ length: character.length }, (_, index) => {
		return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
	}).join(""));
}
var UNSAFE;
var init_visible = __esmMin((() => {
	UNSAFE = new RegExp([
		"[",
		"\\u0000-\\u001f\\u007f-\\u009f",
		"\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f",
		"\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f",
		"\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb",
		"\\ud800-\\udfff",
		"\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}",
		"]"
	].join(""), "gu");
}));
// conformance/cli/formats.ts
var CHECK_FORMATS, RULES_FORMATS, RUN_FORMATS, RUN_FORMATS_PLANNED;
var init_formats = __esmMin((() => {
	CHECK_FORMATS = [
		"pretty",
		"json",
		"sarif",
		"github"
	];
	RULES_FORMATS = [
		"pretty",
		"json",
		"markdown"
	];
	RUN_FORMATS = [
		"timeline",
		"events",
		"json",
		"ndjson",
		"harness-trace",
		"perfetto",
		"markdown"
	];
	RUN_FORMATS_PLANNED = ["orbit-log"];
}));
// conformance/cli/problem.ts
/** Something that ends a command, told to its user in a sentence and no more. */
var Problem;
var init_problem = __esmMin((() => {
	Problem = class extends Error {
		exitCode;
		/** The message says what is wrong, where, and how to mend it. */
		constructor(message, exitCode = 2) {
			super(message);
			this.name = "Problem";
			this.exitCode = exitCode;
		}
	};
}));
// conformance/cli/package-root.ts
/** Where the package lies, from the sources as from the built command. */
/** The folder that holds `package.json`, `examples` and `dist`. */
function packageRoot() {
	let folder = (0, node_path.dirname)((0, node_url.fileURLToPath)(require("url").pathToFileURL(__filename).href));
	for (;;) {
		if ((0, node_fs.existsSync)((0, node_path.join)(folder, "package.json")) && (0, node_fs.existsSync)((0, node_path.join)(folder, "examples"))) return folder;
		const parent = (0, node_path.dirname)(folder);
		if (parent === folder) throw new Problem("The package is incomplete: its examples are missing.");
		folder = parent;
	}
}
function packageVersion() {
	const text = (0, node_fs.readFileSync)((0, node_path.join)(packageRoot(), "package.json"), "utf8");
	return JSON.parse(text).version;
}
var init_package_root = __esmMin((() => {
	init_problem();
}));
// conformance/report/findings/checked-file.ts
function isRead(file) {
	return "findings" in file;
}
/** Warnings alone never make a document invalid. */
function isValid({ findings }) {
	return findings.every(({ severity }) => severity !== "error");
}
var init_checked_file = __esmMin((() => {}));
// core/model/show.ts
/** A JSON-like value in JSON form, cut with `…` where it is longer than about 40 characters. */
function show$1(value) {
	const parts = [];
	write$2(value, parts, { left: MAXIMUM_SHOWN });
	return shorten$1(parts.join(""));
}
/** A name in single quotes, cut where it is long. */
function quote$1(name) {
	return `'${shorten$1(textOf$3(name).slice(1, -1).replaceAll("\\\"", "\""))}'`;
}
function write$2(value, parts, room) {
	if (room.left <= 0) return;
	if (Array.isArray(value)) writeList("[", value.length, "]", parts, room, (index) => write$2(value[index], parts, room));
	else if (typeof value === "object" && value !== null) {
		const object = value;
		const keys = Object.keys(object);
		writeList("{", keys.length, "}", parts, room, (index) => {
			const key = keys[index];
			add(`${textOf$3(key)}:`, parts, room);
			write$2(object[key], parts, room);
		});
	} else if (typeof value === "string") add(textOf$3(value), parts, room);
	else if (typeof value === "function" || typeof value === "symbol") add(`a ${typeof value}`, parts, room);
	else add(String(value), parts, room);
}
function writeList(open, length, close, parts, room, item) {
	add(open, parts, room);
	for (let index = 0; index < length && room.left > 0; index += 1) {
		if (index > 0) add(",", parts, room);
		item(index);
	}
	add(close, parts, room);
}
/** Each text takes at least one character of the room, which bounds depth and work. */
function add(text, parts, room) {
	parts.push(text);
	room.left -= text.length;
}
function textOf$3(text) {
	return JSON.stringify(text.length > MAXIMUM_SHOWN ? text.slice(0, 42) : text);
}
function shorten$1(text) {
	if (text.length <= MAXIMUM_SHOWN) return text;
	const cut = text.slice(0, 39);
	return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
var MAXIMUM_SHOWN;
var init_show = __esmMin((() => {
	MAXIMUM_SHOWN = 40;
})), MAXIMUM_CHARACTERS, XML_LIMITS, MAXIMUM_COMPARISONS;
var init_limits$2 = __esmMin((() => {
	MAXIMUM_CHARACTERS = 67108864;
	XML_LIMITS = {
		elements: 1e6,
		depth: 256,
		attributes: 256,
		attributeLength: 1048576
	};
	MAXIMUM_COMPARISONS = 5e5;
}));
// core/harness/places.ts
/** Lines and columns of `text`; every place that it gives lies inside the text. */
function placesOf(text) {
	const starts = lineStarts(text);
	const pairsBefore = pairCounter(text);
	const locate = (offset) => {
		const line = lastNotAbove(starts, offset);
		const start = starts[line] ?? 0;
		const pairs = pairsBefore(offset) - pairsBefore(start);
		return {
			line: line + 1,
			column: offset - start - pairs + 1
		};
	};
	return (start, end) => {
		const last = Math.max(0, text.length - 1);
		const from = Math.min(Math.max(0, start), last);
		const to = Math.min(Math.max(from + 1, end), text.length);
		const { line, column } = locate(from);
		const behind = locate(Math.max(to, from));
		return {
			line,
			column,
			endLine: behind.line,
			endColumn: behind.column
		};
	};
}
function lineStarts(text) {
	const starts = [0];
	const ends = /\r\n?|\n/g;
	while (ends.exec(text) !== null) starts.push(ends.lastIndex);
	return starts;
}
function lastNotAbove(sorted, value) {
	let low = 0;
	let high = sorted.length - 1;
	while (low < high) {
		const middle = low + high + 1 >> 1;
		if ((sorted[middle] ?? 0) <= value) low = middle;
		else high = middle - 1;
	}
	return low;
}
/** How many second halves of surrogate pairs lie before an offset. */
function pairCounter(text) {
	if (!/[\uDC00-\uDFFF]/.test(text)) return () => 0;
	const table = [0];
	let count = 0;
	for (let index = 0; index < text.length; index += 1) {
		if (isSecondHalf$1(text, index)) count += 1;
		if ((index + 1) % STRIDE === 0) table.push(count);
	}
	return (offset) => {
		const row = Math.floor(offset / STRIDE);
		let pairs = table[row] ?? 0;
		for (let index = row * STRIDE; index < offset; index += 1) if (isSecondHalf$1(text, index)) pairs += 1;
		return pairs;
	};
}
function isSecondHalf$1(text, index) {
	const code = text.charCodeAt(index);
	if (code < 56320 || code > 57343 || index === 0) return false;
	const before = text.charCodeAt(index - 1);
	return before >= 55296 && before <= 56319;
}
var STRIDE;
var init_places = __esmMin((() => {
	STRIDE = 1024;
})), HARNESS_NAMESPACE, XML_NAMESPACE, XMLNS_NAMESPACE;
var init_namespace_names = __esmMin((() => {
	HARNESS_NAMESPACE = "https://harnessxml.com/spec/1.0";
	XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
	XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";
}));
// core/harness/tree.ts
/** The value of an attribute without a prefix, or null. */
function attributeOf(element, name) {
	return element.attributes[name] ?? null;
}
function childrenNamed(element, local) {
	return element.children.filter((child) => child.local === local && child.uri === "https://harnessxml.com/spec/1.0");
}
function childNamed(element, local) {
	for (const child of element.children) if (child.local === local && child.uri === "https://harnessxml.com/spec/1.0") return child;
	return null;
}
/** The id of the element itself or of the nearest one around it. */
function nearestId(element) {
	for (let at = element; at !== null; at = at.parent) {
		const id = attributeOf(at, "id");
		if (id !== null && id !== "") return id;
	}
	return null;
}
/** Where an attribute stands: from its name to behind its closing quote. */
function attributeSpan(source, element, name) {
	return spansOfAttribute(source, element.start, element.tagEnd, name)[0] ?? null;
}
/** Every occurrence of an attribute in the tag between two offsets (two where it is doubled). */
function spansOfAttribute(source, tagStart, tagEnd, name) {
	const attribute = /([^\s=<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;
	const tag = source.slice(tagStart, tagEnd);
	const spans = [];
	for (const match of tag.matchAll(attribute)) if (match[1] === name) spans.push({
		start: tagStart + match.index,
		end: tagStart + match.index + match[0].length
	});
	return spans;
}
/**
* Where the first character data of an element stands: text or CDATA between its children,
* comments and processing instructions passed over.
*/
function textSpan(source, element) {
	let at = element.tagEnd;
	for (const child of [...element.children, null]) {
		const limit = child?.start ?? element.end;
		const found = firstText$1(source, at, limit);
		if (found !== null) return found;
		at = child?.end ?? limit;
	}
	return {
		start: element.start,
		end: element.tagEnd
	};
}
function firstText$1(source, from, limit) {
	const piece = source.slice(from, limit);
	for (const match of piece.matchAll(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<\/|[^<\s][^<]*/g)) {
		if (match[0] === "</") return null;
		if (match[0].startsWith("<!--") || match[0].startsWith("<?")) continue;
		const length = match[0].trimEnd().length;
		return {
			start: from + match.index,
			end: from + match.index + length
		};
	}
	return null;
}
var init_tree = __esmMin((() => {
	init_namespace_names();
}));
// core/harness/findings.ts
function spotOf(element, attribute = null) {
	return {
		element,
		attribute
	};
}
function relatedSpot(message, element, attribute = null) {
	return {
		message,
		element,
		attribute
	};
}
function createFindings(source) {
	const kept = [];
	let dropped = 0;
	let errors = 0;
	/** Counts a finding, and says whether there is room for it. */
	const hasRoom = (severity) => {
		if (severity === "error") errors += 1;
		if (kept.length < 1e3) return true;
		dropped += 1;
		return false;
	};
	return {
		add(code, severity, spot, message, related = []) {
			if (!hasRoom(severity)) return;
			const id = nearestId(spot.element);
			kept.push({
				code,
				severity,
				id,
				message,
				related,
				...spanOf(source, spot)
			});
		},
		addAt(code, severity, span, message) {
			const { start, end } = span;
			if (hasRoom(severity)) kept.push({
				code,
				severity,
				id: null,
				message,
				related: [],
				start,
				end
			});
		},
		diagnostics() {
			const places = placesOf(source);
			const diagnostics = [...kept].sort((left, right) => left.start - right.start || byText(left.code, right.code)).map((finding) => toDiagnostic(finding, source, places));
			if (dropped > 0) diagnostics.push(note$1(dropped, errors > 0, diagnostics));
			return diagnostics;
		},
		get hasErrors() {
			return errors > 0;
		}
	};
}
function toDiagnostic(finding, source, places) {
	const { code, severity, id, message } = finding;
	return {
		code,
		severity,
		...places(finding.start, finding.end),
		id,
		message,
		related: finding.related.map((spot) => {
			const span = spanOf(source, spot);
			return {
				...places(span.start, span.end),
				message: spot.message
			};
		})
	};
}
function note$1(dropped, error, shown) {
	const last = shown.at(-1);
	return {
		code: TOO_MANY_FINDINGS,
		severity: error ? "error" : "warning",
		line: last?.line ?? 1,
		column: last?.column ?? 1,
		endLine: last?.endLine ?? 1,
		endColumn: last?.endColumn ?? 1,
		id: null,
		message: `${dropped} more findings are not shown; mend these first`,
		related: []
	};
}
function spanOf(source, spot) {
	const { element, attribute } = spot;
	if (spot.text === true) return textSpan(source, element);
	return (attribute === null ? null : attributeSpan(source, element, attribute)) ?? {
		start: element.start,
		end: element.tagEnd
	};
}
function byText(left, right) {
	return left < right ? -1 : left > right ? 1 : 0;
}
var TOO_MANY_FINDINGS;
var init_findings = __esmMin((() => {
	init_limits$2();
	init_places();
	init_tree();
	TOO_MANY_FINDINGS = "U0001";
}));
// core/harness/attributes.ts
/**
* One attribute's value; where it is left out or can't be read, what the table says stands
* for it. That it can't be read has a finding of its own.
*/
function read$1(element, rules, name) {
	const rule = rules[name];
	const value = attributeOf(element, name);
	if (value === null) return rule.missing;
	if (rule.datatype.lenient === true) return value;
	const result = rule.datatype.read(value);
	return result.ok ? result.value : rule.missing;
}
var init_attributes = __esmMin((() => {
	init_tree();
}));
// core/model/duration.ts
/**
* Reads a duration such as `P1DT2H3M4.5S` into whole ms, 0 to 2^53 − 1. Blanks around it are
* dropped; a fraction of a millisecond rounds up, so that no time that was asked for becomes 0.
*
* @returns HX-3401 for years and months, HX-1001 for everything else that is no duration or
* is longer than 2^53 − 1 ms.
*/
function parseDuration(text) {
	const trimmed = text.replace(OUTER_BLANKS, "");
	const match = SHAPE.exec(trimmed);
	if (match === null || trimmed.endsWith("P") || trimmed.endsWith("T")) return malformed(trimmed);
	const [, days = "", hours = "", minutes = "", seconds = "", fraction = ""] = match;
	const whole = (digits, unit) => toNumber(digits) * unit;
	const milliseconds = whole(days, MILLISECONDS_PER_DAY) + whole(hours, MILLISECONDS_PER_HOUR) + whole(minutes, MILLISECONDS_PER_MINUTE) + whole(seconds, MILLISECONDS_PER_SECOND) + fractionOfSecond(fraction);
	if (milliseconds > MAXIMUM_TIME) return rejected$1(`${shown$1(trimmed)} is longer than ${MAXIMUM_TIME} ms, the longest duration`);
	return {
		ok: true,
		milliseconds
	};
}
/** Exact for all that is in range; whatever is not, comes out above 2^53 − 1 times any unit. */
function toNumber(digits) {
	const significant = digits.replace(/^0+/, "");
	return significant.length > MAXIMUM_DIGITS ? MAXIMUM_TIME + 1 : Number(significant);
}
function fractionOfSecond(fraction) {
	const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0"));
	return /[1-9]/.test(fraction.slice(3)) ? milliseconds + 1 : milliseconds;
}
function malformed(text) {
	if (CALENDAR_UNIT.test(text)) return {
		ok: false,
		code: "HX-3401",
		message: `${shown$1(text)} counts in years or months, whose length varies; write days (P30D)`
	};
	if (text === "") return rejected$1("a duration is missing; write one such as PT30S");
	if (WEEKS.test(text)) return rejected$1(`${shown$1(text)} counts in weeks, which are not known here; write days (P14D)`);
	if (/^[-+]|P.*[-+]/.test(text)) return rejected$1(`${shown$1(text)} has a sign; a duration has none`);
	if (/\d,\d/.test(text)) return rejected$1(`${shown$1(text)} has a comma; write a point before the fraction (PT1.5S)`);
	if (/[a-z]/.test(text) && SHAPE.test(text.toUpperCase())) return rejected$1(`${shown$1(text)} has small letters; write ${text.toUpperCase()}`);
	if (/^P\d+[HS]/.test(text)) return rejected$1(`${shown$1(text)} has no T before its hours, minutes or seconds`);
	return rejected$1(`${shown$1(text)} is no duration; write days, hours, minutes and seconds as in P1DT2H3M4.5S`);
}
function rejected$1(message) {
	return {
		ok: false,
		code: "HX-1001",
		message
	};
}
function shown$1(text) {
	return `'${text.length > 40 ? `${text.slice(0, 39)}…` : text}'`;
}
var MAXIMUM_TIME, MILLISECONDS_PER_DAY, MILLISECONDS_PER_HOUR, MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_SECOND, MAXIMUM_DIGITS, OUTER_BLANKS, SHAPE, CALENDAR_UNIT, WEEKS;
var init_duration = __esmMin((() => {
	MAXIMUM_TIME = 2 ** 53 - 1;
	MILLISECONDS_PER_DAY = 864e5;
	MILLISECONDS_PER_HOUR = 36e5;
	MILLISECONDS_PER_MINUTE = 6e4;
	MILLISECONDS_PER_SECOND = 1e3;
	MAXIMUM_DIGITS = 16;
	OUTER_BLANKS = /^[ \t\r\n]+|[ \t\r\n]+$/g;
	SHAPE = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?$/;
	CALENDAR_UNIT = /^[-+]?P[^T]*\d[YM]/;
	WEEKS = /^[-+]?P(?:[^T]*|T.*)\d+W/;
}));
// core/harness/datatypes.ts
/** A whole number from 1 to `maximum`; larger ones than 2^53 − 1 saturate where none is given. */
function positiveInteger(maximum = null) {
	return { read: (value) => {
		const digits = collapse(value);
		const range = maximum === null ? "from 1" : `from 1 to ${maximum}`;
		if (!/^\+?[0-9]+$/.test(digits)) return rejected(`is no whole number ${range}`);
		const number = Number(digits);
		if (number < 1 || maximum !== null && number > maximum) return rejected(`is out of range: a whole number ${range} is wanted`);
		return accepted(Math.min(number, MAXIMUM_TIME));
	} };
}
/** A closed list of words; any other is a construct that is not known (HX-1003). */
function oneOf$1(words) {
	return { read: (value) => {
		const word = words.find((candidate) => candidate === value);
		if (word !== void 0) return accepted(word);
		const message = collapse(value) !== value && words.some((each) => each === collapse(value)) ? "has blanks around it: delete them" : `is not one of ${words.join(", ")}`;
		return {
			ok: false,
			code: UNKNOWN$1,
			message,
			words
		};
	} };
}
function isOnCalendar(match) {
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
	if (year === 0 || month < 1 || month > 12 || day < 1 || day > daysOf(month, year)) return false;
	if (hour === 24) return minute === 0 && second === 0 && !/[1-9]/.test(match[7] ?? "");
	return hour < 24 && minute < 60 && second < 60;
}
function daysOf(month, year) {
	if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
	return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
/** Blanks at the ends dropped, each run of others made one. */
function collapse(value) {
	return /^[ \t\r\n]|[ \t\r\n]$|[ \t\r\n]{2}|[\t\r\n]/.test(value) ? value.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "") : value;
}
function accepted(value) {
	return {
		ok: true,
		value
	};
}
function rejected(message, words) {
	return words === void 0 ? {
		ok: false,
		code: STRUCTURE$4,
		message
	} : {
		ok: false,
		code: STRUCTURE$4,
		message,
		words
	};
}
var STRUCTURE$4, UNKNOWN$1, VERSION, IDENTIFIER$1, MAXIMUM_IDENTIFIER, text$1, notEmpty, uri, identifier, boolean, factor, duration, specVersion, minorVersion, DATE_TIME, dateTime;
var init_datatypes = __esmMin((() => {
	init_duration();
	STRUCTURE$4 = "HX-1001";
	UNKNOWN$1 = "HX-1003";
	VERSION = "HX-1002";
	IDENTIFIER$1 = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
	MAXIMUM_IDENTIFIER = 255;
	text$1 = {
		read: (value) => accepted(value),
		lenient: true
	};
	notEmpty = { read: (value) => value === "" ? rejected("is empty: write a name, or leave it out") : accepted(value) };
	uri = { read: (value) => accepted(collapse(value)) };
	identifier = {
		lenient: true,
		read: (value) => {
			if (value === "") return rejected("is empty: an identifier has at least one letter");
			if (value.length > MAXIMUM_IDENTIFIER) return rejected(`has ${value.length} characters: an identifier has at most ${MAXIMUM_IDENTIFIER}`);
			if (IDENTIFIER$1.test(value)) return accepted(value);
			return rejected("is no identifier: it begins with a letter or `_`, and goes on with letters, digits, `_`, `-` and `.`");
		}
	};
	boolean = { read: (value) => {
		const word = collapse(value);
		if (word === "true" || word === "1") return accepted(true);
		if (word === "false" || word === "0") return accepted(false);
		return rejected("is no boolean: write true or false", ["true", "false"]);
	} };
	factor = { read: (value) => {
		const digits = collapse(value);
		if (!/^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(digits)) return rejected("is no decimal number such as 2 or 1.5");
		const number = Number(digits);
		if (!Number.isFinite(number)) return rejected("is too large a number");
		if (number < 0) return rejected("is negative: a delay can only be multiplied by 0 or more");
		return accepted(number === 0 ? 0 : number);
	} };
	duration = { read: (value) => {
		const result = parseDuration(value);
		if (result.ok) return accepted(result.milliseconds);
		return {
			ok: false,
			code: result.code,
			message: `is no valid duration: ${result.message}`
		};
	} };
	specVersion = { read: (value) => {
		if (/^1\.[0-9]+$/.test(value)) return accepted(value);
		const message = /^[0-9]+\.[0-9]+$/.test(value) ? "is of another major version, which this tool does not know: 1.0 is read here" : "is no version: write 1.0";
		return {
			ok: false,
			code: VERSION,
			message
		};
	} };
	minorVersion = { read: (value) => /^1\.[0-9]+$/.test(value) ? accepted(value) : rejected("is no version 1.N: write 1.0") };
	DATE_TIME = /^-?([1-9][0-9]{3,}|0[0-9]{3})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?$/;
	dateTime = { read: (value) => {
		const written = collapse(value);
		const match = DATE_TIME.exec(written);
		if (match !== null && isOnCalendar(match)) return accepted(written);
		return rejected("is no date and time such as 2026-01-31T09:30:00Z");
	} };
}));
// core/harness/namespaces.ts
/** The namespace that a prefix stands for; null where nothing binds it. */
function namespaceOf(prefix, scope) {
	if (prefix === "xml") return XML_NAMESPACE;
	if (prefix === "xmlns") return XMLNS_NAMESPACE;
	for (let at = scope; at !== null; at = at.around) {
		const uri = at.bound.get(prefix);
		if (uri !== void 0) return uri;
	}
	return prefix === "" ? "" : null;
}
/** The namespace of an attribute by its name as written; one without a prefix has none. */
function namespaceOfAttribute(name, scope) {
	if (name === "xmlns") return XMLNS_NAMESPACE;
	const colon = name.indexOf(":");
	return colon < 0 ? "" : namespaceOf(name.slice(0, colon), scope) ?? "";
}
/** A name taken apart at its colon; null where it has more than one, or nothing beside it. */
function splitName(name) {
	const colon = name.indexOf(":");
	if (colon < 0) return {
		prefix: "",
		local: name
	};
	const local = name.slice(colon + 1);
	if (colon === 0 || /^$|^[-.\d\u00B7\u203F\u2040\p{Mn}]|:/u.test(local)) return null;
	return {
		prefix: name.slice(0, colon),
		local
	};
}
/** What is wrong with binding a prefix to a namespace; null where nothing is. */
function faultOfBinding(prefix, uri) {
	if (prefix === "xmlns") return "the prefix xmlns is reserved: choose another";
	if (prefix === "xml" !== (uri === "http://www.w3.org/XML/1998/namespace") || uri === "http://www.w3.org/2000/xmlns/") return "the prefix xml and the namespaces of xml and xmlns are reserved: choose others";
	if (prefix !== "" && uri === "") return `the prefix '${prefix}' must not be bound to nothing: name a namespace`;
	return null;
}
var init_namespaces = __esmMin((() => {
	init_namespace_names();
}));
// core/harness/structure.ts
function elementRule(attributes, content) {
	const required = Object.keys(attributes).filter((name) => attributes[name]?.required === true);
	return {
		attributes: Object.assign(Object.create(null), attributes),
		required,
		content
	};
}
function required$1(datatype, missingCode = STRUCTURE$3) {
	return {
		datatype,
		required: true,
		missing: null,
		missingCode
	};
}
function optional(datatype) {
	return {
		datatype,
		required: false,
		missing: null,
		missingCode: STRUCTURE$3
	};
}
function byDefault(datatype, missing) {
	return {
		datatype,
		required: false,
		missing,
		missingCode: STRUCTURE$3
	};
}
function maybe(name, rule) {
	return {
		name,
		rule,
		minimum: 0,
		maximum: 1,
		missingCode: STRUCTURE$3
	};
}
function any(name, rule) {
	return {
		name,
		rule,
		minimum: 0,
		maximum: "many",
		missingCode: STRUCTURE$3
	};
}
function one(name, rule) {
	return {
		name,
		rule,
		minimum: 1,
		maximum: 1,
		missingCode: STRUCTURE$3
	};
}
function some(name, rule, missingCode = STRUCTURE$3) {
	return {
		name,
		rule,
		minimum: 1,
		maximum: "many",
		missingCode
	};
}
function empty(attributes) {
	return elementRule(attributes, { kind: "empty" });
}
function textOf$2(datatype) {
	return elementRule({}, {
		kind: "text",
		datatype
	});
}
function sequence(attributes, ...parts) {
	return elementRule(attributes, {
		kind: "sequence",
		parts
	});
}
function namesIn(name, rule) {
	const names = /* @__PURE__ */ new Set([name]);
	if (rule.content.kind === "sequence" || rule.content.kind === "any order") for (const part of rule.content.parts) for (const inner of namesIn(part.name, part.rule)) names.add(inner);
	return names;
}
var STRUCTURE$3, nodeKinds, edgeTypes, resourceTypes, artifactTypes, classifications, joinPolicies, backoffs, onTimeouts, loopKinds, onItemFailures, directions, harnessAttributes, extensionAttributes, permissionAttributes, securityAttributes, generatorAttributes, sourceAttributes, signatureAttributes, propertyAttributes, credentialAttributes, resourceAttributes, artifactAttributes, portAttributes, resourceReferenceAttributes, artifactReferenceAttributes, guardAttributes, retryAttributes, timeoutAttributes, caseAttributes, otherwiseAttributes, bodyAttributes, loopAttributes, subworkflowAttributes, waitAttributes$1, nodeAttributes, edgeAttributes, description, extension, property$1, security, port, provenance, metadata, resource, artifact, cases, node, edge, harness, elementNames;
var init_structure$2 = __esmMin((() => {
	init_datatypes();
	STRUCTURE$3 = "HX-1001";
	nodeKinds = [
		"task",
		"inference",
		"transform",
		"decision",
		"loop",
		"parallel",
		"barrier",
		"subworkflow",
		"source",
		"sink",
		"wait",
		"human"
	];
	edgeTypes = [
		"control",
		"data",
		"dependency",
		"error",
		"compensation"
	];
	resourceTypes = [
		"model",
		"compute",
		"datastore",
		"queue",
		"device",
		"service",
		"secretstore"
	];
	artifactTypes = [
		"dataset",
		"model",
		"document",
		"image",
		"binary",
		"config",
		"log",
		"report"
	];
	classifications = [
		"public",
		"internal",
		"confidential",
		"restricted"
	];
	joinPolicies = [
		"all",
		"any",
		"quorum"
	];
	backoffs = [
		"none",
		"fixed",
		"linear",
		"exponential"
	];
	onTimeouts = [
		"fail",
		"skip",
		"retry"
	];
	loopKinds = [
		"forEach",
		"while",
		"until",
		"times"
	];
	onItemFailures = [
		"fail",
		"continue",
		"break"
	];
	directions = [
		"in",
		"out",
		"inout"
	];
	harnessAttributes = {
		id: required$1(identifier),
		specVersion: required$1(specVersion, "HX-1002"),
		name: optional(text$1),
		entry: optional(identifier)
	};
	extensionAttributes = {
		namespace: required$1(uri),
		required: byDefault(boolean, false)
	};
	permissionAttributes = {
		action: required$1(text$1),
		resource: required$1(text$1)
	};
	securityAttributes = {
		principal: optional(text$1),
		classification: optional(oneOf$1(classifications)),
		isolation: optional(text$1)
	};
	generatorAttributes = {
		name: required$1(text$1),
		version: optional(text$1),
		vendor: optional(text$1)
	};
	sourceAttributes = {
		uri: required$1(uri),
		type: optional(text$1),
		digest: optional(text$1)
	};
	signatureAttributes = {
		algorithm: required$1(text$1),
		value: required$1(text$1),
		keyId: optional(text$1)
	};
	propertyAttributes = {
		name: required$1(identifier),
		value: required$1(text$1)
	};
	credentialAttributes = {
		ref: required$1(text$1),
		store: optional(text$1)
	};
	resourceAttributes = {
		id: required$1(identifier),
		type: required$1(oneOf$1(resourceTypes)),
		name: optional(text$1),
		provider: optional(text$1),
		uri: optional(uri)
	};
	artifactAttributes = {
		id: required$1(identifier),
		type: required$1(oneOf$1(artifactTypes)),
		name: optional(text$1),
		uri: optional(uri),
		mediaType: optional(text$1),
		digest: optional(text$1),
		classification: optional(oneOf$1(classifications))
	};
	portAttributes = {
		name: required$1(identifier),
		type: optional(notEmpty),
		required: byDefault(boolean, true),
		default: optional(text$1),
		value: optional(text$1)
	};
	resourceReferenceAttributes = {
		ref: required$1(identifier),
		role: optional(text$1)
	};
	artifactReferenceAttributes = {
		ref: required$1(identifier),
		direction: byDefault(oneOf$1(directions), "in")
	};
	guardAttributes = { when: required$1(text$1) };
	retryAttributes = {
		maxAttempts: required$1(positiveInteger(1e3)),
		backoff: byDefault(oneOf$1(backoffs), "exponential"),
		initialDelay: byDefault(duration, 1e3),
		maxDelay: optional(duration),
		multiplier: byDefault(factor, 2),
		jitter: byDefault(boolean, true),
		retryOn: optional(text$1)
	};
	timeoutAttributes = {
		duration: required$1(duration),
		onTimeout: byDefault(oneOf$1(onTimeouts), "fail")
	};
	caseAttributes = {
		when: required$1(text$1),
		to: required$1(identifier)
	};
	otherwiseAttributes = { to: required$1(identifier) };
	bodyAttributes = { ref: required$1(identifier) };
	loopAttributes = {
		kind: required$1(oneOf$1(loopKinds)),
		over: optional(text$1),
		var: byDefault(identifier, "item"),
		indexVar: byDefault(identifier, "index"),
		while: optional(text$1),
		count: optional(positiveInteger()),
		maxIterations: required$1(positiveInteger()),
		maxConcurrency: byDefault(positiveInteger(), 1),
		onItemFailure: byDefault(oneOf$1(onItemFailures), "fail")
	};
	subworkflowAttributes = {
		href: required$1(uri),
		digest: optional(text$1),
		specVersion: optional(minorVersion)
	};
	waitAttributes$1 = {
		duration: optional(duration),
		until: optional(text$1),
		event: optional(text$1)
	};
	nodeAttributes = {
		id: required$1(identifier),
		type: required$1(oneOf$1(nodeKinds)),
		name: optional(text$1),
		impl: optional(text$1),
		idempotent: byDefault(boolean, true),
		joinPolicy: byDefault(oneOf$1(joinPolicies), "all"),
		quorum: optional(positiveInteger()),
		compensates: optional(identifier)
	};
	edgeAttributes = {
		id: optional(identifier),
		from: required$1(identifier),
		to: required$1(identifier),
		type: byDefault(oneOf$1(edgeTypes), "control"),
		fromPort: optional(identifier),
		toPort: optional(identifier),
		condition: optional(text$1)
	};
	description = textOf$2(text$1);
	extension = elementRule(extensionAttributes, { kind: "foreign" });
	property$1 = empty(propertyAttributes);
	security = sequence(securityAttributes, any("permission", empty(permissionAttributes)));
	port = sequence(portAttributes, maybe("description", description));
	provenance = sequence({}, maybe("generator", empty(generatorAttributes)), any("source", empty(sourceAttributes)), maybe("signature", empty(signatureAttributes)));
	metadata = elementRule({}, {
		kind: "any order",
		parts: [
			maybe("title", textOf$2(text$1)),
			maybe("description", description),
			maybe("author", textOf$2(text$1)),
			maybe("organization", textOf$2(text$1)),
			maybe("created", textOf$2(dateTime)),
			maybe("modified", textOf$2(dateTime)),
			maybe("license", textOf$2(text$1)),
			maybe("documentVersion", textOf$2(text$1)),
			maybe("tags", sequence({}, some("tag", textOf$2(text$1)))),
			maybe("provenance", provenance)
		]
	});
	resource = sequence(resourceAttributes, maybe("description", description), any("property", property$1), maybe("credential", empty(credentialAttributes)), any("extension", extension));
	artifact = sequence(artifactAttributes, maybe("description", description), any("property", property$1), any("extension", extension));
	cases = sequence({}, some("case", empty(caseAttributes), "HX-2206"), maybe("otherwise", empty(otherwiseAttributes)));
	node = sequence(nodeAttributes, maybe("description", description), maybe("inputs", sequence({}, some("input", port))), maybe("outputs", sequence({}, some("output", port))), maybe("config", sequence({}, some("property", property$1))), any("resourceRef", empty(resourceReferenceAttributes)), any("artifactRef", empty(artifactReferenceAttributes)), maybe("guard", empty(guardAttributes)), maybe("retry", empty(retryAttributes)), maybe("timeout", empty(timeoutAttributes)), maybe("cases", cases), maybe("loop", sequence(loopAttributes, one("body", empty(bodyAttributes)))), maybe("subworkflow", empty(subworkflowAttributes)), maybe("wait", empty(waitAttributes$1)), maybe("security", security), any("extension", extension));
	edge = sequence(edgeAttributes, maybe("description", description), any("extension", extension));
	harness = sequence(harnessAttributes, maybe("metadata", metadata), maybe("security", security), maybe("resources", sequence({}, some("resource", resource))), maybe("artifacts", sequence({}, some("artifact", artifact))), one("nodes", sequence({}, some("node", node, "HX-1102"))), maybe("edges", sequence({}, any("edge", edge))), any("extension", extension));
	elementNames = namesIn("harness", harness);
}));
// core/harness/model.ts
/** The workflow that `<harness>` describes, its nodes and edges read already. */
function buildWorkflow(root, nodes, edges) {
	return {
		id: read$1(root, harnessAttributes, "id") ?? "",
		name: read$1(root, harnessAttributes, "name"),
		profile: "harness",
		specVersion: read$1(root, harnessAttributes, "specVersion"),
		entry: read$1(root, harnessAttributes, "entry"),
		onFailure: "unwind",
		timeout: null,
		metadata: whereThere(childNamed(root, "metadata"), readMetadata),
		security: whereThere(childNamed(root, "security"), readSecurity),
		resources: inside(root, "resources", "resource").map(readResource$1),
		artifacts: inside(root, "artifacts", "artifact").map(readArtifact$1),
		nodes,
		edges,
		extensions: extensionsOf(root)
	};
}
function readNode(element) {
	const parts = partsOf$1(element);
	const { cases } = parts;
	return {
		id: read$1(element, nodeAttributes, "id") ?? "",
		kind: read$1(element, nodeAttributes, "type") ?? "task",
		name: read$1(element, nodeAttributes, "name"),
		description: parts.description?.text ?? null,
		implementation: read$1(element, nodeAttributes, "impl"),
		idempotent: read$1(element, nodeAttributes, "idempotent"),
		join: read$1(element, nodeAttributes, "joinPolicy"),
		quorum: read$1(element, nodeAttributes, "quorum"),
		compensates: read$1(element, nodeAttributes, "compensates"),
		inputs: parts.inputs === null ? [] : childrenNamed(parts.inputs, "input").map(readPort),
		outputs: parts.outputs === null ? [] : childrenNamed(parts.outputs, "output").map(readPort),
		config: parts.config === null ? [] : childrenNamed(parts.config, "property").map(readProperty),
		resources: parts.resources.map(readResourceReference),
		artifacts: parts.artifacts.map(readArtifactReference),
		guard: whereThere(parts.guard, (child) => read$1(child, guardAttributes, "when")),
		retry: whereThere(parts.retry, readRetry$1),
		timeout: whereThere(parts.timeout, readTimeout$2),
		cases: whereThere(cases, (child) => childrenNamed(child, "case").map(readCase)),
		otherwise: whereThere(cases, readOtherwise$1),
		loop: whereThere(parts.loop, readLoop$1),
		subworkflow: whereThere(parts.subworkflow, readSubworkflow$1),
		wait: whereThere(parts.wait, readWait$1),
		security: whereThere(parts.security, readSecurity),
		extensions: parts.extensions.map(readExtension)
	};
}
function readEdge$1(element) {
	return {
		id: read$1(element, edgeAttributes, "id"),
		description: childNamed(element, "description")?.text ?? null,
		from: read$1(element, edgeAttributes, "from") ?? "",
		to: read$1(element, edgeAttributes, "to") ?? "",
		type: read$1(element, edgeAttributes, "type"),
		condition: read$1(element, edgeAttributes, "condition"),
		fromPort: read$1(element, edgeAttributes, "fromPort"),
		toPort: read$1(element, edgeAttributes, "toPort"),
		extensions: extensionsOf(element)
	};
}
/** The grandchildren that a wrapping element such as `<nodes>` holds. */
function inside(root, wrapper, name) {
	const around = childNamed(root, wrapper);
	return around === null ? [] : childrenNamed(around, name);
}
/** The children of a node sorted by name in one walk; of a doubled one the first. */
function partsOf$1(element) {
	const parts = {
		description: null,
		inputs: null,
		outputs: null,
		config: null,
		guard: null,
		retry: null,
		timeout: null,
		cases: null,
		loop: null,
		subworkflow: null,
		wait: null,
		security: null,
		resources: [],
		artifacts: [],
		extensions: []
	};
	for (const child of element.children) {
		if (child.uri !== "https://harnessxml.com/spec/1.0") continue;
		switch (child.local) {
			case "resourceRef":
				parts.resources.push(child);
				break;
			case "artifactRef":
				parts.artifacts.push(child);
				break;
			case "extension":
				parts.extensions.push(child);
				break;
			case "description":
				parts.description ??= child;
				break;
			case "inputs":
				parts.inputs ??= child;
				break;
			case "outputs":
				parts.outputs ??= child;
				break;
			case "config":
				parts.config ??= child;
				break;
			case "guard":
				parts.guard ??= child;
				break;
			case "retry":
				parts.retry ??= child;
				break;
			case "timeout":
				parts.timeout ??= child;
				break;
			case "cases":
				parts.cases ??= child;
				break;
			case "loop":
				parts.loop ??= child;
				break;
			case "subworkflow":
				parts.subworkflow ??= child;
				break;
			case "wait":
				parts.wait ??= child;
				break;
			case "security": parts.security ??= child;
		}
	}
	return parts;
}
function whereThere(element, make) {
	return element === null || element === void 0 ? null : make(element);
}
function readPort(element) {
	return {
		name: read$1(element, portAttributes, "name") ?? "",
		description: childNamed(element, "description")?.text ?? null,
		type: read$1(element, portAttributes, "type"),
		required: read$1(element, portAttributes, "required"),
		default: read$1(element, portAttributes, "default"),
		value: read$1(element, portAttributes, "value")
	};
}
function readProperty(element) {
	return {
		name: read$1(element, propertyAttributes, "name") ?? "",
		value: read$1(element, propertyAttributes, "value") ?? ""
	};
}
function readRetry$1(element) {
	const retryOn = read$1(element, retryAttributes, "retryOn");
	return {
		maxAttempts: read$1(element, retryAttributes, "maxAttempts") ?? 1,
		backoff: read$1(element, retryAttributes, "backoff"),
		initialDelay: read$1(element, retryAttributes, "initialDelay"),
		maxDelay: read$1(element, retryAttributes, "maxDelay"),
		multiplier: read$1(element, retryAttributes, "multiplier"),
		jitter: read$1(element, retryAttributes, "jitter") ? "full" : "none",
		retryOn: retryOn === null ? null : wordsOf(retryOn)
	};
}
function wordsOf(list) {
	const collapsed = collapse(list);
	return collapsed === "" ? [] : collapsed.split(" ");
}
function readTimeout$2(element) {
	return {
		duration: read$1(element, timeoutAttributes, "duration") ?? 0,
		onTimeout: read$1(element, timeoutAttributes, "onTimeout")
	};
}
function readResourceReference(element) {
	return {
		ref: read$1(element, resourceReferenceAttributes, "ref") ?? "",
		role: read$1(element, resourceReferenceAttributes, "role")
	};
}
function readArtifactReference(element) {
	return {
		ref: read$1(element, artifactReferenceAttributes, "ref") ?? "",
		direction: read$1(element, artifactReferenceAttributes, "direction")
	};
}
function readOtherwise$1(cases) {
	return whereThere(childNamed(cases, "otherwise"), (child) => read$1(child, otherwiseAttributes, "to"));
}
function readCase(element) {
	return {
		when: read$1(element, caseAttributes, "when") ?? "",
		to: read$1(element, caseAttributes, "to") ?? ""
	};
}
function readLoop$1(element) {
	return {
		kind: read$1(element, loopAttributes, "kind") ?? "times",
		body: whereThere(childNamed(element, "body"), (body) => read$1(body, bodyAttributes, "ref")) ?? "",
		over: read$1(element, loopAttributes, "over"),
		while: read$1(element, loopAttributes, "while"),
		count: read$1(element, loopAttributes, "count"),
		var: read$1(element, loopAttributes, "var"),
		indexVar: read$1(element, loopAttributes, "indexVar"),
		maxIterations: read$1(element, loopAttributes, "maxIterations") ?? 1,
		maxConcurrency: read$1(element, loopAttributes, "maxConcurrency"),
		onItemFailure: read$1(element, loopAttributes, "onItemFailure")
	};
}
function readSubworkflow$1(element) {
	return {
		href: read$1(element, subworkflowAttributes, "href") ?? "",
		digest: read$1(element, subworkflowAttributes, "digest"),
		specVersion: read$1(element, subworkflowAttributes, "specVersion")
	};
}
function readWait$1(element) {
	return {
		duration: read$1(element, waitAttributes$1, "duration"),
		until: read$1(element, waitAttributes$1, "until"),
		event: read$1(element, waitAttributes$1, "event")
	};
}
function readSecurity(element) {
	return {
		principal: read$1(element, securityAttributes, "principal"),
		classification: read$1(element, securityAttributes, "classification"),
		isolation: read$1(element, securityAttributes, "isolation"),
		permissions: childrenNamed(element, "permission").map((child) => ({
			action: read$1(child, permissionAttributes, "action") ?? "",
			resource: read$1(child, permissionAttributes, "resource") ?? ""
		}))
	};
}
function readResource$1(element) {
	return {
		id: read$1(element, resourceAttributes, "id") ?? "",
		type: read$1(element, resourceAttributes, "type") ?? "service",
		name: read$1(element, resourceAttributes, "name"),
		description: childNamed(element, "description")?.text ?? null,
		provider: read$1(element, resourceAttributes, "provider"),
		uri: read$1(element, resourceAttributes, "uri"),
		properties: childrenNamed(element, "property").map(readProperty),
		credential: whereThere(childNamed(element, "credential"), (child) => ({
			ref: read$1(child, credentialAttributes, "ref") ?? "",
			store: read$1(child, credentialAttributes, "store")
		})),
		extensions: extensionsOf(element)
	};
}
function readArtifact$1(element) {
	return {
		id: read$1(element, artifactAttributes, "id") ?? "",
		type: read$1(element, artifactAttributes, "type") ?? "binary",
		name: read$1(element, artifactAttributes, "name"),
		description: childNamed(element, "description")?.text ?? null,
		uri: read$1(element, artifactAttributes, "uri"),
		mediaType: read$1(element, artifactAttributes, "mediaType"),
		digest: read$1(element, artifactAttributes, "digest"),
		classification: read$1(element, artifactAttributes, "classification"),
		properties: childrenNamed(element, "property").map(readProperty),
		extensions: extensionsOf(element)
	};
}
function readMetadata(element) {
	const textOf = (name) => childNamed(element, name)?.text ?? null;
	const timeOf = (name) => whereThere(childNamed(element, name), (child) => collapse(child.text));
	return {
		title: textOf("title"),
		description: textOf("description"),
		author: textOf("author"),
		organization: textOf("organization"),
		created: timeOf("created"),
		modified: timeOf("modified"),
		license: textOf("license"),
		documentVersion: textOf("documentVersion"),
		tags: inside(element, "tags", "tag").map((tag) => tag.text),
		provenance: whereThere(childNamed(element, "provenance"), readProvenance)
	};
}
function readProvenance(element) {
	return {
		generator: whereThere(childNamed(element, "generator"), (child) => ({
			name: read$1(child, generatorAttributes, "name") ?? "",
			version: read$1(child, generatorAttributes, "version"),
			vendor: read$1(child, generatorAttributes, "vendor")
		})),
		sources: childrenNamed(element, "source").map((child) => ({
			uri: read$1(child, sourceAttributes, "uri") ?? "",
			type: read$1(child, sourceAttributes, "type"),
			digest: read$1(child, sourceAttributes, "digest")
		})),
		signature: whereThere(childNamed(element, "signature"), (child) => ({
			algorithm: read$1(child, signatureAttributes, "algorithm") ?? "",
			value: read$1(child, signatureAttributes, "value") ?? "",
			keyId: read$1(child, signatureAttributes, "keyId")
		}))
	};
}
function extensionsOf(element) {
	return element.children.length === 0 ? [] : childrenNamed(element, "extension").map(readExtension);
}
function readExtension(element) {
	return {
		namespace: read$1(element, extensionAttributes, "namespace") ?? "",
		required: read$1(element, extensionAttributes, "required"),
		content: element.children.map(readForeign)
	};
}
function readForeign(element) {
	const content = element.mixed ?? (element.text === "" ? element.children : [element.text]);
	return {
		name: element.name,
		namespace: element.uri,
		attributes: Object.entries(element.attributes).flatMap(([name, value]) => {
			const namespace = namespaceOfAttribute(name, element.scope);
			if (value === void 0 || namespace === "http://www.w3.org/2000/xmlns/") return [];
			return [{
				name,
				namespace,
				value
			}];
		}),
		children: content.map((part) => typeof part === "string" ? part : readForeign(part))
	};
}
var init_model = __esmMin((() => {
	init_attributes();
	init_datatypes();
	init_namespaces();
	init_structure$2();
	init_tree();
}));
// ../../work/main/node_modules/fastest-levenshtein/esm/mod.js
var peq, myers_32, myers_x, distance;
var init_esm = __esmMin((() => {
	peq = /* @__PURE__ */ new Uint32Array(65536);
	myers_32 = (a, b) => {
		const n = a.length;
		const m = b.length;
		const lst = 1 << n - 1;
		let pv = -1;
		let mv = 0;
		let sc = n;
		let i = n;
		while (i--) peq[a.charCodeAt(i)] |= 1 << i;
		for (i = 0; i < m; i++) {
			let eq = peq[b.charCodeAt(i)];
			const xv = eq | mv;
			eq |= (eq & pv) + pv ^ pv;
			mv |= ~(eq | pv);
			pv &= eq;
			if (mv & lst) sc++;
			if (pv & lst) sc--;
			mv = mv << 1 | 1;
			pv = pv << 1 | ~(xv | mv);
			mv &= xv;
		}
		i = n;
		while (i--) peq[a.charCodeAt(i)] = 0;
		return sc;
	};
	myers_x = (b, a) => {
		const n = a.length;
		const m = b.length;
		const mhc = [];
		const phc = [];
		const hsize = Math.ceil(n / 32);
		const vsize = Math.ceil(m / 32);
		for (let i = 0; i < hsize; i++) {
			phc[i] = -1;
			mhc[i] = 0;
		}
		let j = 0;
		for (; j < vsize - 1; j++) {
			let mv = 0;
			let pv = -1;
			const start = j * 32;
			const vlen = Math.min(32, m) + start;
			for (let k = start; k < vlen; k++) peq[b.charCodeAt(k)] |= 1 << k;
			for (let i = 0; i < n; i++) {
				const eq = peq[a.charCodeAt(i)];
				const pb = phc[i / 32 | 0] >>> i & 1;
				const mb = mhc[i / 32 | 0] >>> i & 1;
				const xv = eq | mv;
				const xh = ((eq | mb) & pv) + pv ^ pv | eq | mb;
				let ph = mv | ~(xh | pv);
				let mh = pv & xh;
				if (ph >>> 31 ^ pb) phc[i / 32 | 0] ^= 1 << i;
				if (mh >>> 31 ^ mb) mhc[i / 32 | 0] ^= 1 << i;
				ph = ph << 1 | pb;
				mh = mh << 1 | mb;
				pv = mh | ~(xv | ph);
				mv = ph & xv;
			}
			for (let k = start; k < vlen; k++) peq[b.charCodeAt(k)] = 0;
		}
		let mv = 0;
		let pv = -1;
		const start = j * 32;
		const vlen = Math.min(32, m - start) + start;
		for (let k = start; k < vlen; k++) peq[b.charCodeAt(k)] |= 1 << k;
		let score = m;
		for (let i = 0; i < n; i++) {
			const eq = peq[a.charCodeAt(i)];
			const pb = phc[i / 32 | 0] >>> i & 1;
			const mb = mhc[i / 32 | 0] >>> i & 1;
			const xv = eq | mv;
			const xh = ((eq | mb) & pv) + pv ^ pv | eq | mb;
			let ph = mv | ~(xh | pv);
			let mh = pv & xh;
			score += ph >>> m - 1 & 1;
			score -= mh >>> m - 1 & 1;
			if (ph >>> 31 ^ pb) phc[i / 32 | 0] ^= 1 << i;
			if (mh >>> 31 ^ mb) mhc[i / 32 | 0] ^= 1 << i;
			ph = ph << 1 | pb;
			mh = mh << 1 | mb;
			pv = mh | ~(xv | ph);
			mv = ph & xv;
		}
		for (let k = start; k < vlen; k++) peq[b.charCodeAt(k)] = 0;
		return score;
	};
	distance = (a, b) => {
		if (a.length < b.length) {
			const tmp = b;
			b = a;
			a = tmp;
		}
		if (b.length === 0) return a.length;
		if (a.length <= 32) return myers_32(a, b);
		return myers_x(a, b);
	};
}));
// core/model/suggest.ts
/**
* The candidate that is nearest to `name`, or null where none is near: at most a third of its
* letters may differ, two in names of four to eight letters, one in shorter ones. The case of
* letters does not count. Of equally near candidates the first wins.
*/
function nearest(name, candidates) {
	if (name.length > MAXIMUM_LENGTH$2) return null;
	const lowered = withoutCase(name);
	let best = null;
	let bestDistance = tolerance(name) + 1;
	let seen = 0;
	for (const candidate of candidates) {
		seen += 1;
		if (seen > MAXIMUM_CANDIDATES) break;
		if (candidate === name) continue;
		if (withoutCase(candidate) === lowered) return candidate;
		if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
		const far = distance(name, candidate);
		if (far < bestDistance) {
			best = candidate;
			bestDistance = far;
		}
	}
	return best;
}
/** `; did you mean 'charge'?`, or nothing where no name is near. */
function didYouMean(name, candidates) {
	const near = nearest(name, candidates);
	return near === null ? "" : `; did you mean ${quote$1(near)}?`;
}
function tolerance(name) {
	return name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3));
}
/** Case of ASCII letters only: that of others depends on an engine's version of Unicode. */
function withoutCase(name) {
	return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
var MAXIMUM_LENGTH$2, MAXIMUM_CANDIDATES;
var init_suggest = __esmMin((() => {
	init_esm();
	init_show();
	MAXIMUM_LENGTH$2 = 255;
	MAXIMUM_CANDIDATES = 1e4;
}));
// core/harness/near.ts
/**
* Finds near names until its budget of comparisons is spent: a document with a hundred
* thousand nodes and as many misspelt references is still read in linear time.
*/
function createNearest() {
	let budget = MAXIMUM_COMPARISONS;
	function* counted(candidates) {
		for (const candidate of candidates) {
			budget -= 1;
			if (budget < 0) return;
			yield candidate;
		}
	}
	return (name, candidates) => budget < 0 ? null : nearest(name, counted(candidates));
}
/** ` (did you mean 'x'?)`, or nothing. */
function suggestion(near) {
	return near === null ? "" : ` (did you mean ${quote$1(near)}?)`;
}
var init_near = __esmMin((() => {
	init_show();
	init_suggest();
	init_limits$2();
}));
// core/harness/ports.ts
/** The first port of a name. */
function portNamed(ports, name) {
	if (ports.length <= FEW$1) return ports.find((port) => port.name === name);
	let table = tables.get(ports);
	if (table === void 0) {
		table = new Map([...ports].reverse().map((port) => [port.name, port]));
		tables.set(ports, table);
	}
	return table.get(name);
}
var FEW$1, tables;
var init_ports$2 = __esmMin((() => {
	FEW$1 = 16;
	tables = /* @__PURE__ */ new WeakMap();
}));
// core/harness/view.ts
function createView$1(source, root, options, nearest = createNearest()) {
	const nodes = inside(root, "nodes", "node").map(viewNode);
	const nodesById = /* @__PURE__ */ new Map();
	for (const view of nodes) if (view.node.id !== "" && !nodesById.has(view.node.id)) nodesById.set(view.node.id, view);
	const edges = inside(root, "edges", "edge").map((element, index) => connect(element, index, nodesById));
	const resourceElements = inside(root, "resources", "resource");
	const artifactElements = inside(root, "artifacts", "artifact");
	return {
		source,
		root,
		workflow: buildWorkflow(root, nodes.map((view) => view.node), edges.map((view) => view.edge)),
		nodes,
		edges,
		nodesById,
		resourceElements,
		artifactElements,
		resourceTypes: new Map(resourceElements.map((element) => [attributeOf(element, "id") ?? "", attributeOf(element, "type") ?? ""])),
		artifactIds: new Set(artifactElements.map((element) => attributeOf(element, "id") ?? "")),
		options,
		nearest
	};
}
function viewNode(element, index) {
	const known = nodeAttributes.type.datatype.read(attributeOf(element, "type") ?? "");
	return {
		index,
		element,
		node: readNode(element),
		kind: known.ok ? known.value : null,
		incoming: [],
		outgoing: []
	};
}
function connect(element, index, nodes) {
	const edge = readEdge$1(element);
	const written = attributeOf(element, "type");
	const known = written === null || edgeAttributes.type.datatype.read(written).ok;
	const source = nodes.get(edge.from) ?? null;
	const target = nodes.get(edge.to) ?? null;
	const view = {
		index,
		element,
		edge,
		type: known ? edge.type : null,
		source,
		target
	};
	source?.outgoing.push(view);
	target?.incoming.push(view);
	return view;
}
/** The elements of a node's inputs, in the order of `node.inputs`. */
function inputsOf(view) {
	return portsOf$2(view, "inputs", "input", view.node.inputs);
}
function outputsOf(view) {
	return portsOf$2(view, "outputs", "output", view.node.outputs);
}
function portsOf$2(view, wrapper, name, ports) {
	if (ports.length === 0) return [];
	const around = childNamed(view.element, wrapper);
	return (around === null ? [] : childrenNamed(around, name)).flatMap((element, index) => {
		const port = ports[index];
		return port === void 0 ? [] : [{
			element,
			port
		}];
	});
}
/** The names of a node's ports, in document order. */
function portNames(ports) {
	return ports.map((port) => port.name);
}
/** A node's own child such as `<retry>`, or its start tag where that is missing. */
function partOf(view, name) {
	return childNamed(view.element, name) ?? view.element;
}
/** An edge as messages name it. */
function edgeName(view) {
	const { id, from, to } = view.edge;
	return id === null ? `the edge from '${from}' to '${to}'` : `edge '${id}'`;
}
/** Edges that order the flow: those that joins wait for. */
function isForward(type) {
	return type === "control" || type === "data" || type === "dependency";
}
/** Whether an edge feeds an input that must have a value and has no default. */
function feedsRequired({ type, edge, target }) {
	if (type !== "data" || target === null || edge.toPort === null) return false;
	const port = portNamed(target.node.inputs, edge.toPort);
	return port?.required === true && port.default === null;
}
var init_view = __esmMin((() => {
	init_model();
	init_near();
	init_ports$2();
	init_structure$2();
	init_tree();
}));
// core/harness/rules/credentials.ts
function noLiteralCredential(view, report) {
	for (const { element, attribute } of valuesOf(view)) {
		const value = attributeOf(element, attribute);
		if (value === null || value.length < SHORTEST_SECRET) continue;
		const name = attributeOf(element, "name") ?? attributeOf(element, "id") ?? "";
		const suspicion = suspect(value.slice(0, LONGEST_SEARCHED), name);
		if (suspicion === null) continue;
		const shown = value.slice(suspicion.at, suspicion.at + 4);
		const verb = suspicion.severity === "error" ? "holds" : "may hold";
		report(spotOf(element, attribute), `${attribute} of ${name === "" ? `<${element.local}>` : quote$1(name)} ${verb} ${suspicion.kind} (${shown}…): name it with <credential ref="…"/> and keep it in a store`, { severity: suspicion.severity });
	}
}
function suspect(value, name) {
	for (const [kind, form] of knownForms) {
		const match = form.exec(value);
		if (match !== null) return {
			kind,
			severity: "error",
			at: match.index
		};
	}
	const random = randomWord(value);
	const called = secretName.test(name) && !placeholder.test(value) && !/\s/.test(value.trim());
	if (random !== null && called) return {
		kind: "a secret",
		severity: "error",
		at: random
	};
	if (random !== null) return {
		kind: "a random key",
		severity: "warning",
		at: random
	};
	if (called && !/^[0-9.]+$/.test(value)) return {
		kind: "a secret",
		severity: "warning",
		at: 0
	};
	return null;
}
/** Offset of a word that looks as if it was drawn at random: long, mixed, of high entropy. */
function randomWord(value) {
	for (const match of value.matchAll(/[A-Za-z0-9+/_=-]{24,}/g)) {
		const word = match[0];
		if (word.length < SHORTEST_RANDOM) continue;
		if (/^[a-f0-9]+$/i.test(word) || /[/_-].*[/_-].*[/_-]/.test(word)) continue;
		if (!/[a-z]/.test(word) || !/[A-Z]/.test(word) || !/[0-9].*[0-9].*[0-9]/.test(word)) continue;
		if (entropy(word) >= BITS_PER_CHARACTER) return match.index;
	}
	return null;
}
/** Shannon entropy in bits per character, with logarithms from a table of halvings. */
function entropy(word) {
	const counts = /* @__PURE__ */ new Map();
	for (const character of word) counts.set(character, (counts.get(character) ?? 0) + 1);
	let bits = 0;
	for (const count of counts.values()) bits += count / word.length * log2(word.length / count);
	return bits;
}
/** Binary logarithm to about ten bits by repeated squaring: the engines' own differ. */
function log2(value) {
	let rest = value;
	let whole = 0;
	while (rest >= 2) {
		rest /= 2;
		whole += 1;
	}
	let fraction = 0;
	let weight = .5;
	for (let round = 0; round < 10; round += 1) {
		rest *= rest;
		if (rest >= 2) {
			rest /= 2;
			fraction += weight;
		}
		weight /= 2;
	}
	return whole + fraction;
}
function* valuesOf(view) {
	const metadata = childNamed(view.root, "metadata");
	const provenance = metadata === null ? null : childNamed(metadata, "provenance");
	for (const element of provenance === null ? [] : childrenNamed(provenance, "source")) yield {
		element,
		attribute: "uri"
	};
	for (const element of [...view.resourceElements, ...view.artifactElements]) {
		yield {
			element,
			attribute: "uri"
		};
		for (const property of childrenNamed(element, "property")) yield {
			element: property,
			attribute: "value"
		};
	}
	for (const each of view.nodes) {
		const { config, inputs, outputs } = each.node;
		if (config.some(({ value }) => isLong(value))) {
			const around = childNamed(each.element, "config");
			for (const property of around?.children ?? []) yield {
				element: property,
				attribute: "value"
			};
		}
		if (inputs.some(holdsLong)) yield* valuesOfPorts(inputsOf(each));
		if (outputs.some(holdsLong)) yield* valuesOfPorts(outputsOf(each));
	}
}
function* valuesOfPorts(ports) {
	for (const { element } of ports) {
		yield {
			element,
			attribute: "value"
		};
		yield {
			element,
			attribute: "default"
		};
	}
}
function holdsLong(port) {
	return isLong(port.value) || isLong(port.default);
}
function isLong(value) {
	return value !== null && value.length >= SHORTEST_SECRET;
}
var knownForms, secretName, placeholder, LONGEST_SEARCHED, SHORTEST_SECRET, SHORTEST_RANDOM, BITS_PER_CHARACTER, credentialRules;
var init_credentials = __esmMin((() => {
	init_show();
	init_findings();
	init_tree();
	init_view();
	knownForms = [
		["a private key", /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/],
		["an Anthropic key", /\bsk-ant-[A-Za-z0-9_-]{16,}/],
		["an OpenAI key", /\bsk-(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,}/],
		["a Stripe key", /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/],
		["an AWS access key", /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/],
		["a GitHub token", /\b(?:gh[oprsu]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})/],
		["a GitLab token", /\bgl(?:pat|ptt|dt|rt|oas|soat|ft|imt|agent)-[A-Za-z0-9_-]{20,}/],
		["a Google key", /\bAIza[A-Za-z0-9_-]{35}/],
		["a Google OAuth token", /\bya29\.[A-Za-z0-9_-]{20,}/],
		["a Slack token", /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/],
		["a Slack webhook", /\bhooks\.slack\.com\/services\/T[A-Za-z0-9]+\/B[A-Za-z0-9]+\/[A-Za-z0-9]+/],
		["an npm token", /\bnpm_[A-Za-z0-9]{36}/],
		["a PyPI token", /\bpypi-[A-Za-z0-9_-]{30,}/],
		["a Hugging Face token", /\bhf_[A-Za-z0-9]{30,}/],
		["a SendGrid key", /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/],
		["a Vault token", /\bhv[sbr]\.[A-Za-z0-9_-]{20,}/],
		["a DigitalOcean token", /\bdo[opr]_v1_[a-f0-9]{40,}/],
		["a JSON Web Token", /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+/],
		["a password in a URI", /\b[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s:@]*:[^/?#\s@$]{2,}@/]
	];
	secretName = /(?:^|[_.-]|(?<=[a-z0-9])(?=[A-Z]))(?:api[_.-]?key|secret|password|passwd|passphrase|(?:access|auth|bearer|api|refresh|session)[_.-]?token|private[_.-]?key|access[_.-]?key|client[_.-]?secret)$/i;
	placeholder = /^(?:\$|\{\{|<|%|env:|vault:|secret:|ref:|arn:|projects\/)|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
	LONGEST_SEARCHED = 65536;
	SHORTEST_SECRET = 8;
	SHORTEST_RANDOM = 24;
	BITS_PER_CHARACTER = 3.9;
	credentialRules = [{
		code: "HX-3501",
		severity: "error",
		title: "no literal credential",
		check: noLiteralCredential
	}];
}));
// core/harness/variables.ts
function scopesOf(view) {
	const known = scopes.get(view);
	if (known !== void 0) return known;
	const loopsByBody = /* @__PURE__ */ new Map();
	const loopsByVariable = /* @__PURE__ */ new Map();
	for (const each of view.nodes) {
		const { loop } = each.node;
		if (loop === null) continue;
		append(loopsByVariable, loop.var, each);
		append(loopsByVariable, loop.indexVar, each);
		const body = view.nodesById.get(loop.body);
		if (body !== void 0) append(loopsByBody, body, each);
	}
	const made = {
		loopsByBody,
		loopsByVariable
	};
	scopes.set(view, made);
	return made;
}
/** Whether an expression that `node` evaluates sees the loop variable. */
function isVisible(view, node, name) {
	const { loopsByBody, loopsByVariable } = scopesOf(view);
	if (!loopsByVariable.has(name)) return false;
	const seen = /* @__PURE__ */ new Set([node]);
	const waiting = [node];
	const visit = (next) => {
		if (seen.has(next)) return;
		seen.add(next);
		waiting.push(next);
	};
	for (let at = waiting.pop(); at !== void 0; at = waiting.pop()) {
		for (const loop of loopsByBody.get(at) ?? []) {
			if (loop.node.loop?.var === name || loop.node.loop?.indexVar === name) return true;
			visit(loop);
			if (seen.size > MAXIMUM_LEVELS) return true;
		}
		for (const source of undoneBy(at)) visit(source);
		if (seen.size > MAXIMUM_LEVELS) return true;
	}
	return false;
}
/** The nodes that a node compensates, by its compensation edges. */
function undoneBy(node) {
	let known = undone.get(node);
	if (known === void 0) {
		known = node.incoming.flatMap(({ type, source }) => type === "compensation" && source !== null ? [source] : []);
		undone.set(node, known);
	}
	return known;
}
function append(lists, key, value) {
	const list = lists.get(key);
	if (list === void 0) lists.set(key, [value]);
	else if (list.at(-1) !== value) list.push(value);
}
var MAXIMUM_LEVELS, scopes, undone;
var init_variables = __esmMin((() => {
	MAXIMUM_LEVELS = 100;
	scopes = /* @__PURE__ */ new WeakMap();
	undone = /* @__PURE__ */ new WeakMap();
}));
// core/harness/order.ts
function orderOf$2(view) {
	const known = orders$1.get(view);
	if (known !== void 0) return known;
	const made = createOrder(view);
	orders$1.set(view, made);
	return made;
}
function createOrder(view) {
	const { target, size, needed, first, groups } = linksOf(view);
	const rank = ranksOf(target, first, groups);
	const marked = new Int32Array(rank.length);
	const counted = new Int32Array(target.length);
	const countedFor = new Int32Array(target.length);
	const waiting = [];
	let question = 0;
	let steps = 0;
	const ask = (event) => {
		question += 1;
		waiting.length = 0;
		waiting.push(event);
	};
	/** Whether `asked` can't come before `event`, whatever happens. */
	const isLate = (event, asked) => {
		const limit = rank[asked];
		if (limit <= rank[event]) return false;
		ask(event);
		for (let at = waiting.pop(); at !== void 0; at = waiting.pop()) for (let link = first[at]; link < first[at + 1]; link += 1) {
			const group = groups[link];
			const next = target[group];
			steps += 1;
			if (steps > 1e7) return false;
			if (marked[next] === question || rank[next] > limit) continue;
			if (countedFor[group] !== question) counted[group] = 0;
			countedFor[group] = question;
			counted[group] = counted[group] + 1;
			if (size[group] - counted[group] >= needed[group]) continue;
			if (next === asked) return true;
			marked[next] = question;
			waiting.push(next);
		}
		return false;
	};
	/** Whether any way leads from one event to the other. */
	const mayFollow = (event, asked) => {
		if (event === asked) return true;
		const limit = rank[asked];
		ask(event);
		for (let at = waiting.pop(); at !== void 0; at = waiting.pop()) for (let link = first[at]; link < first[at + 1]; link += 1) {
			const next = target[groups[link]];
			steps += 1;
			if (next === asked || steps > 1e7) return true;
			if (marked[next] === question || rank[next] > limit) continue;
			marked[next] = question;
			waiting.push(next);
		}
		return false;
	};
	return {
		endsAfterStart: (reader, read) => isLate(startOf$2(reader), endOf(read)),
		endsAfterEnd: (reader, read) => isLate(endOf(reader), endOf(read)),
		mayPrecede: (before, after) => mayFollow(endOf(before), endOf(after)),
		nodes: nodesByRank(view, rank)
	};
}
function nodesByRank(view, rank) {
	const sorted = new Array(rank.length);
	for (const node of view.nodes) {
		const own = rank[startOf$2(node)];
		if (own < rank.length) sorted[own] = node;
	}
	return sorted.filter((node) => node !== void 0);
}
function linksOf(view) {
	const target = [];
	const size = [];
	const needed = [];
	const linkSource = [];
	const linkGroup = [];
	const group = (of, sources, wanted) => {
		if (sources.length === 0) return;
		for (const source of sources) {
			linkSource.push(source);
			linkGroup.push(target.length);
		}
		target.push(of);
		size.push(sources.length);
		needed.push(Math.min(wanted, sources.length));
	};
	const choosers = choosersOf(view);
	const { loopsByBody } = scopesOf(view);
	for (const each of view.nodes) {
		const start = startOf$2(each);
		group(endOf(each), [start], 1);
		if (each.node.id === view.workflow.entry) continue;
		if (each.incoming.length > 0) {
			const joined = sourcesOf(each.incoming, false);
			group(start, joined, neededBy(each, joined.length));
			group(start, sourcesOf(each.incoming, true), 1);
		}
		group(start, choosers.get(each)?.map(endOf) ?? [], 1);
		const loops = loopsByBody.get(each) ?? [];
		group(start, loops.map(startOf$2), 1);
		for (const loop of loops) group(endOf(loop), [endOf(each)], loops.length === 1 ? 1 : 0);
	}
	const events = 2 * view.nodes.length;
	const first = new Int32Array(events + 1);
	for (const source of linkSource) first[source + 1] = first[source + 1] + 1;
	for (let event = 0; event < events; event += 1) first[event + 1] = first[event + 1] + first[event];
	const next = first.slice();
	const groups = new Int32Array(linkGroup.length);
	for (const [link, source] of linkSource.entries()) {
		groups[next[source]] = linkGroup[link];
		next[source] = next[source] + 1;
	}
	return {
		target,
		size,
		needed,
		first,
		groups
	};
}
function neededBy({ node }, edges) {
	switch (node.join) {
		case "all": return edges;
		case "any": return 1;
		case "quorum": return node.quorum ?? 1;
	}
}
function sourcesOf(edges, compensation) {
	const sources = [];
	for (const { type, source } of edges) if (source !== null && type === "compensation" === compensation) sources.push(endOf(source));
	return sources;
}
/** The decisions that can route to a node. */
function choosersOf(view) {
	const choosers = /* @__PURE__ */ new Map();
	for (const decision of view.nodes) {
		const { cases, otherwise } = decision.node;
		const ids = new Set((cases ?? []).map(({ to }) => to));
		if (otherwise !== null) ids.add(otherwise);
		for (const id of ids) {
			const target = view.nodesById.get(id);
			if (target === void 0) continue;
			const known = choosers.get(target);
			if (known === void 0) choosers.set(target, [decision]);
			else known.push(decision);
		}
	}
	return choosers;
}
/** Topological ranks (Kahn 1962); events on or behind a cycle come last. */
function ranksOf(target, first, groups) {
	const events = first.length - 1;
	const open = new Int32Array(events);
	for (const group of groups) {
		const event = target[group];
		open[event] = open[event] + 1;
	}
	const rank = new Int32Array(events).fill(events);
	const queue = new Int32Array(events);
	let end = 0;
	for (let event = 0; event < events; event += 1) {
		if (open[event] !== 0) continue;
		queue[end] = event;
		end += 1;
	}
	for (let at = 0; at < end; at += 1) {
		const event = queue[at];
		rank[event] = at;
		for (let link = first[event]; link < first[event + 1]; link += 1) {
			const next = target[groups[link]];
			open[next] = open[next] - 1;
			if (open[next] !== 0) continue;
			queue[end] = next;
			end += 1;
		}
	}
	return rank;
}
var startOf$2, endOf, orders$1;
var init_order = __esmMin((() => {
	init_limits$2();
	init_variables();
	startOf$2 = (node) => 2 * node.index;
	endOf = (node) => 2 * node.index + 1;
	orders$1 = /* @__PURE__ */ new WeakMap();
}));
// core/harness/branches.ts
function branchesOf(view) {
	const known = trees.get(view);
	if (known !== void 0) return known;
	const made = createBranches(view);
	trees.set(view, made);
	return made;
}
function createBranches(view) {
	const choosers = choosersOf(view);
	if (choosers.size === 0) return { excludes: () => null };
	const { loopsByBody } = scopesOf(view);
	const choices = new Array(view.nodes.length).fill(null);
	let steps = 0;
	const climb = (choice) => {
		steps += 1;
		return steps > 1e7 ? null : choice.above;
	};
	/** The deepest choice above both, and the ones right below it on either side. */
	const meet = (left, right) => {
		let [a, b] = [left, right];
		let [belowA, belowB] = [null, null];
		while (a !== b) if (a !== null && (b === null || a.depth >= b.depth)) {
			belowA = a;
			a = climb(a);
		} else if (b !== null) {
			belowB = b;
			b = climb(b);
		}
		return {
			above: a,
			belowA,
			belowB
		};
	};
	const common = (sources) => {
		const [first, ...others] = sources;
		let choice = first === void 0 ? null : choices[first.index] ?? null;
		for (const other of others) {
			if (choice === null) return null;
			choice = meet(choice, choices[other.index] ?? null).above;
		}
		return choice;
	};
	for (const each of orderOf$2(view).nodes) {
		if (each.node.id === view.workflow.entry) continue;
		const deciders = choosers.get(each) ?? [];
		const joined = sources(each.incoming, (edge) => edge.type !== "compensation");
		const needed = sources(each.incoming, feedsRequired).map((source) => choices[source.index] ?? null);
		const [decider, second] = deciders;
		const chosen = decider !== void 0 && second === void 0 ? choiceOf(decider, each, choices[decider.index] ?? null) : common(deciders);
		choices[each.index] = [
			common(joined),
			...needed,
			common(loopsByBody.get(each) ?? []),
			common(sources(each.incoming, (edge) => edge.type === "compensation")),
			chosen
		].reduce(deeper, null);
	}
	return { excludes(left, right) {
		const { belowA, belowB } = meet(choices[left.index] ?? null, choices[right.index] ?? null);
		return belowA !== null && belowB !== null && belowA.decision === belowB.decision ? belowA.decision : null;
	} };
}
function choiceOf(decision, target, above) {
	return {
		decision,
		target,
		above,
		depth: (above?.depth ?? 0) + 1
	};
}
function deeper(left, right) {
	return (right?.depth ?? 0) > (left?.depth ?? 0) ? right : left;
}
function sources(edges, wanted) {
	return edges.flatMap((edge) => edge.source !== null && wanted(edge) ? [edge.source] : []);
}
var trees;
var init_branches = __esmMin((() => {
	init_limits$2();
	init_order();
	init_variables();
	init_view();
	trees = /* @__PURE__ */ new WeakMap();
}));
// core/expression/failure.ts
var Misread, InvalidOperation;
var init_failure = __esmMin((() => {
	Misread = class {
		error;
		constructor(message, offset, code = "HX-3101") {
			this.error = {
				code,
				message,
				offset
			};
		}
	};
	InvalidOperation = class {
		message;
		constructor(message) {
			this.message = message;
		}
	};
}));
// core/expression/letter-case.ts
function lowerCase(text) {
	return mapLetters(text, (letter) => letter.toLowerCase());
}
function upperCase(text) {
	return mapLetters(text, (letter) => letter.toUpperCase());
}
function mapLetters(text, map) {
	let result = "";
	for (let index = 0; index < text.length; index += 1) {
		const unit = text.charCodeAt(index);
		const letter = text[index];
		result += isSettled(unit) ? map(letter) : letter;
	}
	return result;
}
function isSettled(unit) {
	return SETTLED.some(([first, last]) => unit >= first && unit <= last);
}
var SETTLED;
var init_letter_case = __esmMin((() => {
	SETTLED = [
		[0, 383],
		[902, 974],
		[1024, 1119]
	];
}));
// core/model/canonical-json.ts
/**
* Writes a JSON value in canonical form: no blanks, keys sorted by UTF-16 code units, numbers
* as ECMAScript writes them. Members that are undefined are left out, as JSON.stringify does.
* Lone surrogates, which RFC 8785 forbids, are written as `\udXXX` escapes.
*
* @throws RangeError for what JSON cannot hold (NaN, infinities, functions, undefined outside
* of an object) and for values nested deeper than 500 levels.
*/
function canonicalJson(value) {
	return write$1(value, 0);
}
function write$1(value, depth) {
	switch (typeof value) {
		case "string": return writeString(value);
		case "number":
			if (!Number.isFinite(value)) throw new RangeError(`JSON has no number ${value}`);
			return String(value);
		case "boolean": return value ? "true" : "false";
		case "object":
			if (value === null) return "null";
			if (depth === MAXIMUM_DEPTH$2) throw new RangeError(`a value is nested deeper than ${MAXIMUM_DEPTH$2} levels`);
			return Array.isArray(value) ? writeArray(value, depth + 1) : writeObject(value, depth + 1);
		default: throw new RangeError(`JSON has no ${typeof value}`);
	}
}
function writeString(text) {
	return NEEDS_CARE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
function writeArray(items, depth) {
	let text = "[";
	for (let index = 0; index < items.length; index += 1) {
		if (index > 0) text += ",";
		text += write$1(items[index], depth);
	}
	return `${text}]`;
}
function writeObject(object, depth) {
	const { keys, written } = orderOf$1(Object.keys(object));
	let text = "{";
	for (let index = 0; index < keys.length; index += 1) {
		const member = object[keys[index]];
		if (member === void 0) continue;
		if (text !== "{") text += ",";
		text += written[index] + write$1(member, depth);
	}
	return `${text}}`;
}
function orderOf$1(unsorted) {
	const name = JSON.stringify(unsorted);
	const known = orders.get(name);
	if (known !== void 0) return known;
	const keys = [...unsorted].sort();
	const order = {
		keys,
		written: keys.map((key) => `${writeString(key)}:`)
	};
	if (orders.size < ORDERS_KEPT) orders.set(name, order);
	return order;
}
var MAXIMUM_DEPTH$2, ORDERS_KEPT, NEEDS_CARE, orders;
var init_canonical_json = __esmMin((() => {
	MAXIMUM_DEPTH$2 = 500;
	ORDERS_KEPT = 256;
	NEEDS_CARE = /["\\\u0000-\u001f\ud800-\udfff]/;
	orders = /* @__PURE__ */ new Map();
}));
// core/expression/limits.ts
var MAXIMUM_LENGTH$1;
var init_limits$1 = __esmMin((() => {
	MAXIMUM_LENGTH$1 = 2 ** 16;
}));
// core/expression/values.ts
function isArray$1(value) {
	return Array.isArray(value);
}
function isMap(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
/**
* Structural equality: values of different types are never equal, maps are equal whatever the
* order of their keys. Fails on values that are nested deeper than 200 levels.
*/
function areEqual(left, right) {
	return left === right || areEqualAt(left, right, 0);
}
function areEqualAt(left, right, depth) {
	if (left === right) return true;
	if (typeof left !== "object" || typeof right !== "object") return false;
	if (left === null || right === null) return false;
	if (depth === 200) throw new InvalidOperation(`values that are nested deeper than 200 levels are not compared`);
	if (isArray$1(left) || isArray$1(right)) return isArray$1(left) && isArray$1(right) && areEqualArrays(left, right, depth + 1);
	return areEqualMaps(left, right, depth + 1);
}
function areEqualArrays(left, right, depth) {
	if (left.length !== right.length) return false;
	for (let index = 0; index < left.length; index += 1) if (!areEqualAt(left[index], right[index], depth)) return false;
	return true;
}
function areEqualMaps(left, right, depth) {
	const keys = Object.keys(left);
	if (keys.length !== Object.keys(right).length) return false;
	for (const key of keys) {
		if (!Object.hasOwn(right, key)) return false;
		if (!areEqualAt(left[key], right[key], depth)) return false;
	}
	return true;
}
/** Negative, zero or positive: by Unicode code points, as `len` counts them. */
function compareTexts(left, right) {
	const length = Math.min(left.length, right.length);
	for (let index = 0; index < length; index += 1) if (left.charCodeAt(index) - right.charCodeAt(index) !== 0) return rank(left.charCodeAt(index)) - rank(right.charCodeAt(index));
	return left.length - right.length;
}
/** Code points above U+FFFF, which surrogates stand for, come after all others. */
function rank(unit) {
	return unit >= 55296 && unit <= 57343 ? unit + 65536 : unit;
}
/** Code points; half of a surrogate pair alone counts as one. */
function lengthOfText(text) {
	let length = text.length;
	for (let index = 1; index < text.length; index += 1) {
		const unit = text.charCodeAt(index);
		if (unit < 56320 || unit > 57343) continue;
		const previous = text.charCodeAt(index - 1);
		if (previous >= 55296 && previous <= 56319) length -= 1;
	}
	return length;
}
/** A value within text: texts as they are, everything else in canonical JSON. */
function textOf$1(value) {
	return typeof value === "string" ? value : canonicalJson(value);
}
var init_values = __esmMin((() => {
	init_canonical_json();
	init_failure();
	init_limits$1();
}));
// core/expression/functions.ts
/**
* The nearest whole number; a half goes away from zero, as in most languages and in
* commerce: 2.5 becomes 3, and -2.5 becomes -3.
*/
function round(value) {
	const magnitude = Math.abs(value);
	const whole = Math.floor(magnitude);
	const rounded = magnitude - whole >= .5 ? whole + 1 : whole;
	return value < 0 && rounded > 0 ? -rounded : rounded;
}
function sizeOf(name, value) {
	if (typeof value === "string") return lengthOfText(value);
	if (isArray$1(value)) return value.length;
	if (isMap(value)) return Object.keys(value).length;
	throw wrong(name, "a text, an array or a map", value);
}
function text(name, value) {
	if (typeof value !== "string") throw wrong(name, "a text", value);
	return value;
}
function number(name, value) {
	if (typeof value !== "number") throw wrong(name, "a number", value);
	return value;
}
function wrong(name, wanted, value) {
	return new InvalidOperation(`${name}() takes ${wanted}, not ${show$1(value)}`);
}
var FUNCTIONS;
var init_functions = __esmMin((() => {
	init_show();
	init_failure();
	init_letter_case();
	init_values();
	FUNCTIONS = {
		len: (value) => sizeOf("len", value),
		empty: (value) => sizeOf("empty", value) === 0,
		has: (map, key) => {
			if (!isMap(map)) throw wrong("has", "a map", map);
			if (typeof key !== "string") throw wrong("has", "a text as key", key);
			return Object.hasOwn(map, key);
		},
		lower: (value) => lowerCase(text("lower", value)),
		upper: (value) => upperCase(text("upper", value)),
		contains: (whole, part) => {
			if (isArray$1(whole)) return whole.some((item) => areEqual(item, part));
			if (typeof whole !== "string") throw wrong("contains", "a text or an array", whole);
			if (typeof part !== "string") throw wrong("contains", "a text to look for in a text", part);
			return whole.includes(part);
		},
		abs: (value) => Math.abs(number("abs", value)),
		min: (first, second) => Math.min(number("min", first), number("min", second)),
		max: (first, second) => Math.max(number("max", first), number("max", second)),
		round: (value) => round(number("round", value))
	};
}));
// core/expression/operations.ts
function negate(value) {
	if (typeof value !== "number") throw new InvalidOperation(`'-' takes a number: -${show$1(value)}`);
	return value === 0 ? 0 : -value;
}
function invert(value) {
	if (typeof value !== "boolean") throw new InvalidOperation(`'not' takes true or false: not ${show$1(value)}`);
	return !value;
}
/** An operand of `and` or `or`. */
function truth(operator, value) {
	if (typeof value === "boolean") return value;
	throw new InvalidOperation(`'${operator}' takes true or false on both sides, not ${show$1(value)}`);
}
/** A member of a map. Null where the map has none, and where there is no map at all. */
function memberOf(value, name) {
	if (value === null) return null;
	if (!isMap(value)) throw new InvalidOperation(`only a map has members: ${show$1(value)}.${name}`);
	return Object.hasOwn(value, name) ? value[name] : null;
}
function orderOf(operator, left, right) {
	if (typeof left === "string" && typeof right === "string") return compareTexts(left, right);
	throw invalid(operator, left, right, "compares two numbers or two texts");
}
function isIn$1(left, right) {
	if (left !== null) {
		if (isArray$1(right)) return right.some((item) => areEqual(left, item));
		if (typeof left === "string") {
			if (typeof right === "string") return right.includes(left);
			if (right !== null && isMap(right)) return Object.hasOwn(right, left);
		}
	}
	throw invalid("in", left, right, "looks for a value in an array, or for a text in a text or among the keys of a map");
}
function arithmetic(operator, left, right, calculate) {
	if (typeof left !== "number" || typeof right !== "number") throw invalid(operator, left, right, "takes two numbers");
	const result = calculate(left, right);
	if (!Number.isFinite(result)) throw new InvalidOperation(`the result is too large: ${show$1(left)} ${operator} ${show$1(right)}`);
	return result === 0 ? 0 : result;
}
function nonZero(operator, left, right) {
	if (right === 0) throw new InvalidOperation(`division by zero: ${show$1(left)} ${operator} 0`);
	return right;
}
function invalid(operator, left, right, does) {
	const what = left === null || right === null ? `'${operator}' does not take null` : `'${operator}' ${does}`;
	return new InvalidOperation(`${what}: ${show$1(left)} ${operator} ${show$1(right)}`);
}
var OPERATIONS;
var init_operations = __esmMin((() => {
	init_show();
	init_failure();
	init_values();
	OPERATIONS = {
		"==": (left, right) => areEqual(left, right),
		"!=": (left, right) => !areEqual(left, right),
		"<": (left, right) => typeof left === "number" && typeof right === "number" ? left < right : orderOf("<", left, right) < 0,
		"<=": (left, right) => typeof left === "number" && typeof right === "number" ? left <= right : orderOf("<=", left, right) <= 0,
		">": (left, right) => typeof left === "number" && typeof right === "number" ? left > right : orderOf(">", left, right) > 0,
		">=": (left, right) => typeof left === "number" && typeof right === "number" ? left >= right : orderOf(">=", left, right) >= 0,
		in: isIn$1,
		"+": (left, right) => arithmetic("+", left, right, (a, b) => a + b),
		"-": (left, right) => arithmetic("-", left, right, (a, b) => a - b),
		"*": (left, right) => arithmetic("*", left, right, (a, b) => a * b),
		"/": (left, right) => arithmetic("/", left, nonZero("/", left, right), (a, b) => a / b),
		"%": (left, right) => arithmetic("%", left, nonZero("%", left, right), (a, b) => a % b)
	};
}));
// core/expression/compile.ts
/** Compiles an expression. Evaluating is total: it returns a value or HX-4106. */
function compileExpression(expression) {
	return sealed(compile(expression).evaluate);
}
/**
* Compiles a template. One expression alone keeps the type of its value; otherwise the parts
* are joined: texts as they are, all other values as canonical JSON.
*/
function compileTemplate(template) {
	const [first, second] = template.parts;
	if (first !== void 0 && second === void 0 && typeof first !== "string") return compileExpression(first);
	const parts = template.parts.map((part) => typeof part === "string" ? constant(part) : compile(part));
	const texts = parts.map(({ evaluate }) => evaluate);
	return sealed(combined(parts, (scope) => {
		let text = "";
		for (const part of texts) text += textOf$1(part(scope));
		return text;
	}).evaluate);
}
function sealed(evaluate) {
	return (scope) => {
		try {
			const value = evaluate(scope);
			if (value === true) return TRUE;
			if (value === false) return FALSE;
			return value === null ? NULL : {
				ok: true,
				value
			};
		} catch (error) {
			if (!(error instanceof InvalidOperation)) throw error;
			return {
				ok: false,
				code: "HX-4106",
				message: error.message
			};
		}
	};
}
function compile(expression) {
	switch (expression.kind) {
		case "literal": return constant(expression.value);
		case "array": return compileArray(expression.items);
		case "port": {
			const { node, port } = expression;
			return variable((scope) => scope.port(node, port) ?? null);
		}
		case "variable": {
			const { name } = expression;
			return variable((scope) => scope.variable(name) ?? null);
		}
		case "config": {
			const { name } = expression;
			return variable((scope) => scope.config(name) ?? null);
		}
		case "artifact": {
			const { id } = expression;
			return variable((scope) => scope.artifact(id) ?? null);
		}
		case "resource": {
			const { id } = expression;
			return variable((scope) => scope.resource(id) ?? null);
		}
		case "member": return compileMember(compile(expression.of), expression.names);
		case "call": return compileCall(expression);
		case "unary": return compileUnary(expression);
		case "chain": return compileChain(expression);
	}
}
function variable(evaluate) {
	return {
		evaluate,
		constant: false
	};
}
function constant(value) {
	return {
		evaluate: () => value,
		constant: true
	};
}
/** What is made of constants alone is computed now; if it fails, it fails when evaluated. */
function combined(parts, evaluate) {
	if (!parts.every((part) => part.constant)) return {
		evaluate,
		constant: false
	};
	try {
		return constant(evaluate(NOTHING$1));
	} catch (error) {
		if (!(error instanceof InvalidOperation)) throw error;
		return {
			evaluate,
			constant: false
		};
	}
}
function compileArray(items) {
	const parts = items.map(compile);
	const evaluators = parts.map(({ evaluate }) => evaluate);
	return combined(parts, (scope) => evaluators.map((evaluate) => evaluate(scope)));
}
function compileMember(of, names) {
	const { evaluate } = of;
	const [first = "", second] = names;
	if (second === void 0) return combined([of], (scope) => memberOf(evaluate(scope), first));
	return combined([of], (scope) => {
		let value = evaluate(scope);
		for (const name of names) value = memberOf(value, name);
		return value;
	});
}
function compileCall(call) {
	const implementation = FUNCTIONS[call.name];
	const parts = call.arguments.map(compile);
	const [first, second] = parts;
	const one = first?.evaluate ?? NULL_VALUE;
	const two = second?.evaluate ?? NULL_VALUE;
	return combined(parts, (scope) => implementation(one(scope), two(scope)));
}
function compileUnary(unary) {
	const operand = compile(unary.operand);
	const { evaluate } = operand;
	return unary.operator === "-" ? combined([operand], (scope) => negate(evaluate(scope))) : combined([operand], (scope) => invert(evaluate(scope)));
}
function compileChain(chain) {
	const parts = [compile(chain.first), ...chain.rest.map(({ operand }) => compile(operand))];
	const evaluators = parts.map(({ evaluate }) => evaluate);
	switch (chain.rest[0]?.operator) {
		case "??": return combined(parts, firstGiven(evaluators));
		case "and": return combined(parts, conjunction(evaluators));
		case "or": return combined(parts, disjunction(evaluators));
		default: return combined(parts, leftToRight(chain, evaluators));
	}
}
function firstGiven(evaluators) {
	return (scope) => {
		for (const evaluate of evaluators) {
			const value = evaluate(scope);
			if (value !== null) return value;
		}
		return null;
	};
}
function conjunction(evaluators) {
	return (scope) => {
		for (const evaluate of evaluators) if (!truth("and", evaluate(scope))) return false;
		return true;
	};
}
function disjunction(evaluators) {
	return (scope) => {
		for (const evaluate of evaluators) if (truth("or", evaluate(scope))) return true;
		return false;
	};
}
function leftToRight(chain, evaluators) {
	const operations = chain.rest.map(({ operator }) => OPERATIONS[operator]);
	const [first, second] = evaluators;
	const operation = operations[0];
	if (operations.length === 1) return (scope) => operation(first(scope), second(scope));
	return (scope) => {
		let value = first(scope);
		for (let index = 0; index < operations.length; index += 1) {
			const operand = evaluators[index + 1](scope);
			value = operations[index](value, operand);
		}
		return value;
	};
}
var TRUE, FALSE, NULL, NOTHING$1, NULL_VALUE;
var init_compile$2 = __esmMin((() => {
	init_failure();
	init_functions();
	init_operations();
	init_values();
	TRUE = Object.freeze({
		ok: true,
		value: true
	});
	FALSE = Object.freeze({
		ok: true,
		value: false
	});
	NULL = Object.freeze({
		ok: true,
		value: null
	});
	NOTHING$1 = {
		port: () => null,
		variable: () => null,
		artifact: () => null,
		resource: () => null,
		config: () => null
	};
	NULL_VALUE = () => null;
}));
// core/expression/declaration-values.ts
/** Attributes that are not given are left out, so that `has(artifact('a'), 'digest')` works. */
function artifactValue(artifact) {
	const { id, type, name, uri, mediaType, digest, classification, properties } = artifact;
	return given({
		id,
		type,
		name,
		uri,
		mediaType,
		digest,
		classification,
		properties: propertiesValue(properties)
	});
}
/** A credential is no value that a document may read. */
function resourceValue(resource) {
	const { id, type, name, provider, uri, properties } = resource;
	return given({
		id,
		type,
		name,
		provider,
		uri,
		properties: propertiesValue(properties)
	});
}
/** Properties as a map of texts; of equal names the last one counts. */
function propertiesValue(properties) {
	const map = Object.create(null);
	for (const { name, value } of properties) map[name] = value;
	return map;
}
function given(members) {
	const map = Object.create(null);
	for (const [name, value] of Object.entries(members)) if (value !== null) map[name] = value;
	return map;
}
var init_declaration_values = __esmMin((() => {}));
// core/expression/function-names.ts
var ARITIES, FUNCTION_NAMES;
var init_function_names = __esmMin((() => {
	ARITIES = {
		len: 1,
		has: 2,
		empty: 1,
		lower: 1,
		upper: 1,
		contains: 2,
		abs: 1,
		min: 2,
		max: 2,
		round: 1,
		artifact: 1,
		resource: 1
	};
	FUNCTION_NAMES = Object.keys(ARITIES);
}));
// core/expression/text.ts
function skipBlanks(text) {
	while (text.at < text.end && BLANK$1.test(text.source[text.at])) text.at += 1;
}
function isAtEnd(text) {
	return text.at >= text.end;
}
/** Whether `expected` stands here. */
function stands(text, expected) {
	return text.at + expected.length <= text.end && text.source.startsWith(expected, text.at);
}
/** The longest match of a sticky pattern here; the finger stays. */
function peek(text, pattern) {
	pattern.lastIndex = text.at;
	return (pattern.exec(text.source)?.[0] ?? "").slice(0, Math.max(0, text.end - text.at));
}
/** What stands here, for messages: `')'`, or that the text ends. */
function found(text) {
	if (isAtEnd(text)) return "the end";
	const word = peek(text, /[A-Za-z_0-9]+/y);
	return quote$1(word === "" ? String.fromCodePoint(text.source.codePointAt(text.at) ?? 0) : word);
}
function expected(text, what) {
	return new Misread(`expected ${what}, found ${found(text)}`, text.at);
}
/** Goes one level deeper. No closure and no frame of its own: a level shall cost little stack. */
function enter$1(text) {
	if (text.nesting === 64) throw new Misread(`more than 64 levels are nested here`, text.at);
	text.nesting += 1;
}
function leave(text) {
	text.nesting -= 1;
}
var BLANK$1;
var init_text$1 = __esmMin((() => {
	init_show();
	init_failure();
	init_limits$1();
	BLANK$1 = /[ \t\r\n]/;
}));
// core/expression/read-literal.ts
/** Reads a number as JSON writes it, without a sign: `42`, `3.14`, `1e6`. */
function readNumber(text) {
	const start = text.at;
	const digits = peek(text, NUMBER$3);
	text.at += digits.length;
	if (peek(text, NUMBER_LIKE) !== "") {
		text.at = start;
		const written = peek(text, NUMBER_LIKE);
		const hint = /^0\d+$/.test(written) ? "; drop the leading zeros" : ", as in 42, 3.14 or 1e6";
		throw new Misread(`${quote$1(written)} is no number${hint}`, start);
	}
	const number = Number(digits);
	if (!Number.isFinite(number)) throw new Misread(`the number ${quote$1(digits)} is too large`, start);
	return number;
}
/** Reads a text in single or double quotes, with the escapes of JSON and `\'`. */
function readString(text) {
	const start = text.at;
	const mark = text.source[start];
	let result = "";
	let from = start + 1;
	for (text.at = from; text.at < text.end; text.at += 1) {
		const letter = text.source[text.at];
		if (letter === mark) {
			result += text.source.slice(from, text.at);
			text.at += 1;
			if (LONE_SURROGATE.test(result)) throw new Misread("a text holds one half of a surrogate pair alone", start);
			return result;
		}
		if (letter === "\\") {
			result += text.source.slice(from, text.at) + readEscape(text);
			from = text.at + 1;
		}
	}
	throw new Misread(`a text is not closed with ${mark}`, start);
}
/** Reads an escape, and leaves the finger on its last letter. */
function readEscape(text) {
	const start = text.at;
	text.at += 1;
	const letter = text.at < text.end ? text.source[text.at] ?? "" : "";
	const simple = ESCAPES$1.get(letter);
	if (simple !== void 0) return simple;
	const code = text.source.slice(text.at + 1, Math.min(text.at + 5, text.end));
	if (letter === "u" && CODE.test(code)) {
		text.at += 4;
		return String.fromCharCode(Number.parseInt(code, 16));
	}
	throw new Misread(`the escape '\\${letter}' is not known; known are \\\\ \\' \\" \\/ \\b \\f \\n \\r \\t \\uXXXX`, start);
}
/** Where the text literal that begins at `start` ends: behind its quote. Null if nowhere. */
function skipString(source, start) {
	const mark = source[start];
	for (let at = start + 1; at < source.length; at += 1) if (source[at] === "\\") at += 1;
	else if (source[at] === mark) return at + 1;
	return null;
}
var NUMBER$3, NUMBER_LIKE, CODE, LONE_SURROGATE, ESCAPES$1;
var init_read_literal = __esmMin((() => {
	init_show();
	init_failure();
	init_text$1();
	NUMBER$3 = /(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
	NUMBER_LIKE = /[\w.]+/y;
	CODE = /^[0-9A-Fa-f]{4}$/;
	LONE_SURROGATE = /[\ud800-\udfff]/u;
	ESCAPES$1 = /* @__PURE__ */ new Map([
		["'", "'"],
		["\"", "\""],
		["\\", "\\"],
		["/", "/"],
		["b", "\b"],
		["f", "\f"],
		["n", "\n"],
		["r", "\r"],
		["t", "	"]
	]);
}));
// core/expression/read-name.ts
function startsName(letter) {
	return letter !== void 0 && /[A-Za-z_]/.test(letter);
}
/** Letters, digits and `_` alone. */
function peekWord(text) {
	return peek(text, WORD$1);
}
/** A reference to a declared name, or null where the longest name here is none. */
function readDeclared(text) {
	const run = peek(text, RUN);
	const node = longestNode(text, run);
	const variable = longestVariable(text, run);
	const offset = text.at;
	if (variable !== "" && variable.length >= node.length) {
		text.at += variable.length;
		return {
			kind: "variable",
			name: variable,
			written: run,
			offset
		};
	}
	if (node === "" || node === "config") return null;
	const port = longestPort(text, node, run.slice(node.length + 1));
	if (port === "") return null;
	text.at += node.length + 1 + port.length;
	return {
		kind: "port",
		node,
		port,
		offset
	};
}
/** A name that nothing declares: it ends at the first `-` or `.`. */
function readUndeclared(text) {
	const offset = text.at;
	const name = peekWord(text);
	const written = peek(text, RUN);
	text.at += name.length;
	return {
		kind: "variable",
		name,
		written,
		offset
	};
}
/** `config.name`; the finger stands on `config`. Null where no name follows. */
function readConfig(text) {
	const offset = text.at;
	const run = peek(text, RUN);
	if (!run.startsWith("config.")) return null;
	const rest = run.slice(7);
	const declared = longest(rest, (name) => text.declarations.hasConfig?.(name) === true);
	const name = declared === "" ? firstWord(rest) : declared;
	if (name === "") return null;
	text.at += 7 + name.length;
	return {
		kind: "config",
		name,
		offset
	};
}
/** The name of a member, behind its dot. */
function readMemberName(text) {
	const name = peekWord(text);
	if (name === "") throw expected(text, "a name after '.'");
	text.at += name.length;
	return name;
}
function longestNode(text, run) {
	let end = Math.min(run.length - 1, 255);
	for (end = run.lastIndexOf(".", end); end > 0; end = run.lastIndexOf(".", end - 1)) {
		const id = run.slice(0, end);
		if (text.declarations.hasNode(id)) return id;
	}
	return "";
}
/** The longest declared port; failing that, the first word, which nothing declares. */
function longestPort(text, node, rest) {
	const declared = longest(rest, (name) => text.declarations.hasPort(node, name));
	return declared === "" ? firstWord(rest) : declared;
}
function longestVariable(text, run) {
	const { declarations } = text;
	if (declarations.hasVariable === void 0) return "";
	return longest(run, (name) => declarations.hasVariable?.(name) === true);
}
/** The longest beginning of `run` that ends at a boundary and passes. */
function longest(run, passes) {
	for (let end = Math.min(run.length, 255); end > 0; end -= 1) {
		const next = run[end];
		if (next !== void 0 && !BOUNDARY.test(next)) continue;
		const name = run.slice(0, end);
		if (passes(name)) return name;
	}
	return "";
}
function firstWord(run) {
	return /^[A-Za-z_][A-Za-z0-9_]*/.exec(run)?.[0] ?? "";
}
var RUN, WORD$1, BOUNDARY;
var init_read_name = __esmMin((() => {
	init_limits$1();
	init_text$1();
	RUN = /[A-Za-z_][A-Za-z0-9_.-]*/y;
	WORD$1 = /[A-Za-z_][A-Za-z0-9_]*/y;
	BOUNDARY = /[.-]/;
}));
// core/expression/syntax.ts
var LEVELS;
var init_syntax = __esmMin((() => {
	LEVELS = [
		["??"],
		["or"],
		["and"],
		[
			"==",
			"!=",
			"<",
			"<=",
			">",
			">=",
			"in"
		],
		["+", "-"],
		[
			"*",
			"/",
			"%"
		]
	];
}));
// core/expression/read-operator.ts
/** The operator that stands behind blanks, which are skipped; null where none does. */
function peekOperator(text) {
	skipBlanks(text);
	if (text.at >= text.end) return null;
	if (startsName(text.source[text.at])) return peekWordOperator(text);
	for (const [written, remedy] of FOREIGN$1) if (stands(text, written)) throw new Misread(`'${written}' is no operator; ${remedy}`, text.at);
	for (const operator of SIGNS) if (stands(text, operator.written)) return operator;
	const letter = text.source[text.at];
	const remedy = FOREIGN_LETTERS.get(letter);
	if (remedy !== void 0) throw new Misread(`'${letter}' is no operator; ${remedy}`, text.at);
	return null;
}
function peekWordOperator(text) {
	const word = peekWord(text);
	if (word === "not") throw new Misread("'not' stands before a value; for 'not in' write not (x in y)", text.at);
	return WORDS.get(word) ?? null;
}
var OPERATORS, WORDS, SIGNS, FOREIGN$1, FOREIGN_LETTERS;
var init_read_operator = __esmMin((() => {
	init_failure();
	init_read_name();
	init_syntax();
	init_text$1();
	OPERATORS = [
		["??", "??"],
		["||", "or"],
		["&&", "and"],
		["==", "=="],
		["!=", "!="],
		["<=", "<="],
		[">=", ">="],
		["<", "<"],
		[">", ">"],
		["+", "+"],
		["-", "-"],
		["*", "*"],
		["/", "/"],
		["%", "%"],
		["or", "or"],
		["and", "and"],
		["in", "in"]
	].map(([written, name]) => ({
		name,
		written,
		level: LEVELS.findIndex((level) => level.includes(name))
	}));
	WORDS = new Map(OPERATORS.filter(({ written }) => startsName(written[0])).map((word) => [word.written, word]));
	SIGNS = OPERATORS.filter(({ written }) => !WORDS.has(written));
	FOREIGN$1 = [
		["===", "write '=='"],
		["!==", "write '!='"],
		["<>", "write '!='"],
		["**", "there are no powers"],
		["~=", "write '=='"]
	];
	FOREIGN_LETTERS = /* @__PURE__ */ new Map([
		["=", "write '=='"],
		["&", "write 'and'"],
		["|", "write 'or'"],
		["?", "there is no '? :'; '??' stands in for null"]
	]);
}));
// core/expression/parse.ts
/** Reads the stretch from `start` to `end`; offsets are those of the whole source. */
function readExpression(source, start, end, declarations) {
	if (end - start > MAXIMUM_LENGTH$1) throw new Misread(`an expression is longer than ${MAXIMUM_LENGTH$1} characters`, start);
	const text = {
		source,
		end,
		declarations,
		at: start,
		nesting: 0
	};
	skipBlanks(text);
	if (isAtEnd(text)) throw new Misread("an expression is empty", start);
	const expression = readChain(text, 0);
	if (!isAtEnd(text)) throw expected(text, "an operator or the end");
	return expression;
}
function readChain(text, level) {
	let left = readOperand(text);
	for (let next = peekOperator(text); next !== null && next.level >= level;) {
		const chainLevel = next.level;
		const rest = [];
		while (next !== null && next.level === chainLevel) {
			text.at += next.written.length;
			rest.push({
				operator: next.name,
				operand: readChain(text, chainLevel + 1)
			});
			next = peekOperator(text);
		}
		left = {
			kind: "chain",
			first: left,
			rest
		};
	}
	return left;
}
function readOperand(text) {
	skipBlanks(text);
	const operator = peekUnary(text);
	if (operator !== null) {
		text.at += operator.length;
		enter$1(text);
		const operand = readOperand(text);
		leave(text);
		return {
			kind: "unary",
			operator: operator.name,
			operand
		};
	}
	return readMembers(text, readPrimary(text));
}
function peekUnary(text) {
	if (stands(text, "-")) return {
		name: "-",
		length: 1
	};
	if (stands(text, "!") && !stands(text, "!=")) return {
		name: "not",
		length: 1
	};
	if (peekWord(text) !== "not") return null;
	const at = text.at;
	const declared = readDeclared(text) !== null;
	text.at = at;
	return declared ? null : {
		name: "not",
		length: 3
	};
}
function readPrimary(text) {
	const letter = isAtEnd(text) ? void 0 : text.source[text.at];
	if (letter === "(") return readGroup(text);
	if (letter === "[") return {
		kind: "array",
		items: readList(text, "]")
	};
	if (letter === "'" || letter === "\"") return {
		kind: "literal",
		value: readString(text)
	};
	if (letter !== void 0 && /\d/.test(letter)) return {
		kind: "literal",
		value: readNumber(text)
	};
	if (startsName(letter)) return readNamed(text);
	throw expected(text, "a value");
}
function readGroup(text) {
	const start = text.at;
	text.at += 1;
	enter$1(text);
	const inner = readChain(text, 0);
	leave(text);
	if (isAtEnd(text)) throw new Misread("'(' is not closed with ')'", start);
	if (!stands(text, ")")) throw expected(text, "an operator or ')'");
	text.at += 1;
	return inner;
}
/** Expressions between commas; the finger stands on the bracket that opens. */
function readList(text, close) {
	const start = text.at;
	const items = [];
	text.at += 1;
	skipBlanks(text);
	if (stands(text, close)) {
		text.at += 1;
		return items;
	}
	for (;;) {
		enter$1(text);
		items.push(readChain(text, 0));
		leave(text);
		if (isAtEnd(text)) throw new Misread(`${quote$1(text.source[start] ?? "")} is not closed with '${close}'`, start);
		const done = stands(text, close);
		if (!done && !stands(text, ",")) throw expected(text, `an operator, ',' or '${close}'`);
		text.at += 1;
		if (done) return items;
	}
}
function readNamed(text) {
	const word = peekWord(text);
	if (isCall(text, word)) return readCall(text, word);
	const declared = readDeclared(text);
	if (declared !== null) return declared;
	switch (word) {
		case "true":
		case "false":
		case "null":
			text.at += word.length;
			return {
				kind: "literal",
				value: word === "null" ? null : word === "true"
			};
		case "and":
		case "or":
		case "in": throw expected(text, "a value");
		case "config": return readConfig(text) ?? readUndeclared(text);
		default: return readUndeclared(text);
	}
}
function isCall(text, word) {
	if ([
		"and",
		"or",
		"in"
	].includes(word)) return false;
	const at = text.at;
	text.at += word.length;
	skipBlanks(text);
	const follows = stands(text, "(");
	text.at = at;
	return follows;
}
function readCall(text, word) {
	const offset = text.at;
	const name = FUNCTION_NAMES.find((known) => known === word);
	if (name === void 0) throw unknownFunction(word, offset);
	text.at += word.length;
	skipBlanks(text);
	const list = readList(text, ")");
	const arity = ARITIES[name];
	if (list.length !== arity) {
		const wanted = arity === 1 ? "1 argument" : `${arity} arguments`;
		throw new Misread(`${name} takes ${wanted}, not ${list.length}`, offset);
	}
	return name === "artifact" || name === "resource" ? readDeclaration(name, list[0], offset) : {
		kind: "call",
		name,
		arguments: list,
		offset
	};
}
/** Declarations are looked up before a run, so their ids are literal (§10.3). */
function readDeclaration(kind, id, offset) {
	if (id?.kind === "literal" && typeof id.value === "string") return {
		kind,
		id: id.value,
		offset
	};
	throw new Misread(`${kind} takes an id in quotes, as in ${kind}('id')`, offset);
}
function readMembers(text, of) {
	const names = [];
	for (;;) {
		const end = text.at;
		skipBlanks(text);
		if (stands(text, ".")) {
			text.at += 1;
			skipBlanks(text);
			names.push(readMemberName(text));
		} else if (stands(text, "(")) throw notCallable(text, of, names, end);
		else if (stands(text, "[")) throw new Misread("elements cannot be picked by position; the language has no [ ] for it", end);
		else return names.length === 0 ? of : {
			kind: "member",
			of,
			names
		};
	}
}
function notCallable(text, of, names, end) {
	const path = of.kind === "variable" ? [of.name, ...names] : names;
	if (path.length === 0) return expected(text, "an operator");
	return unknownFunction(path.join("."), of.kind === "variable" ? of.offset : end);
}
function unknownFunction(name, offset) {
	const near = didYouMean(name, FUNCTION_NAMES);
	const hint = near === "" ? `; known are ${FUNCTION_NAMES.join(", ")}` : near;
	return new Misread(`there is no function ${quote$1(name)}${hint}`, offset, "HX-3105");
}
var init_parse = __esmMin((() => {
	init_show();
	init_suggest();
	init_failure();
	init_function_names();
	init_limits$1();
	init_read_literal();
	init_read_name();
	init_read_operator();
	init_text$1();
})), UNARY_LEVEL;
var init_print = __esmMin((() => {
	init_syntax();
	UNARY_LEVEL = LEVELS.length;
	UNARY_LEVEL + 1;
}));
// core/expression/references.ts
/** Every reference and function call, in the order in which they are written. */
function references(expression) {
	const found = [];
	collect(expression, found);
	return found;
}
/** The references of all expressions of a template. */
function templateReferences(template) {
	const found = [];
	for (const part of template.parts) if (typeof part !== "string") collect(part, found);
	return found;
}
function collect(expression, found) {
	switch (expression.kind) {
		case "literal": return;
		case "port":
		case "variable":
		case "config":
		case "artifact":
		case "resource":
			found.push(expression);
			return;
		case "array":
			for (const item of expression.items) collect(item, found);
			return;
		case "member":
			collect(expression.of, found);
			return;
		case "call":
			found.push({
				kind: "function",
				name: expression.name,
				offset: expression.offset
			});
			for (const argument of expression.arguments) collect(argument, found);
			return;
		case "unary":
			collect(expression.operand, found);
			return;
		case "chain":
			collect(expression.first, found);
			for (const { operand } of expression.rest) collect(operand, found);
	}
}
var init_references$3 = __esmMin((() => {}));
// core/expression/template.ts
/** Reads text and expressions mixed. Offsets are those of the whole text. */
function parseTemplate(text, declarations) {
	try {
		return {
			ok: true,
			template: { parts: readParts(text, declarations) }
		};
	} catch (error) {
		if (!(error instanceof Misread)) throw error;
		return {
			ok: false,
			error: error.error
		};
	}
}
/**
* Reads a guard, case, condition, `over`, `while` or `until`: one `${ … }` with nothing but
* blanks around it. Whether it yields a boolean is seen when it is evaluated (HX-4107).
*/
function parseCondition(text, declarations) {
	const reading = parseTemplate(text, declarations);
	if (!reading.ok) return reading;
	const parts = reading.template.parts.filter((part) => !isBlank$3(part));
	const [expression, second] = parts;
	if (expression !== void 0 && typeof expression !== "string" && second === void 0) return {
		ok: true,
		expression
	};
	return {
		ok: false,
		error: notOneExpression(text, parts)
	};
}
/** Whether a text holds anything that parseTemplate would read as more than text. */
function hasExpression(text) {
	return text.includes("${");
}
function readParts(text, declarations) {
	const parts = [];
	let plain = "";
	let at = 0;
	while (at < text.length) {
		const dollar = text.indexOf("$", at);
		if (dollar < 0) break;
		plain += text.slice(at, dollar);
		if (text.startsWith("$${", dollar)) {
			plain += "${";
			at = dollar + 3;
		} else if (text.startsWith("${", dollar)) {
			if (plain !== "") parts.push(plain);
			plain = "";
			const end = endOfExpression(text, dollar);
			parts.push(readExpression(text, dollar + 2, end, declarations));
			at = end + 1;
		} else {
			plain += "$";
			at = dollar + 1;
		}
	}
	plain += text.slice(at);
	if (plain !== "") parts.push(plain);
	return parts;
}
/** Where the `}` is: the first one outside of a text in quotes. */
function endOfExpression(text, dollar) {
	let at = dollar + 2;
	while (at < text.length) {
		const letter = text[at];
		if (letter === "}") return at;
		at = letter === "'" || letter === "\"" ? behindString(text, at) : at + 1;
	}
	throw new Misread("'${' is not closed with '}'", dollar);
}
function behindString(text, start) {
	const end = skipString(text, start);
	if (end === null) throw new Misread(`a text is not closed with ${text[start]}`, start);
	return end;
}
function isBlank$3(part) {
	return typeof part === "string" && /^[ \t\r\n]*$/.test(part);
}
function notOneExpression(text, parts) {
	const expressions = parts.filter((part) => typeof part !== "string").length;
	return {
		code: "HX-3101",
		message: `a condition is one expression in \${ }; ${expressions > 1 ? "it has several; join them with 'and' or 'or' in one" : expressions === 1 ? "it has text beside it" : `it has none; write \${${text.length > 0 && text.length < 30 ? text.trim() : " … "}}`}`,
		offset: 0
	};
}
var init_template = __esmMin((() => {
	init_failure();
	init_parse();
	init_read_literal();
}));
// core/expression/index.ts
var init_expression = __esmMin((() => {
	init_compile$2();
	init_declaration_values();
	init_function_names();
	init_parse();
	init_print();
	init_references$3();
	init_template();
}));
// core/harness/expressions.ts
function expressionsOf(view) {
	const known = readSites.get(view);
	if (known !== void 0) return known;
	const sites = [];
	for (const node of view.nodes) {
		let declarations = null;
		for (const site of sitesOfNode(node)) {
			declarations ??= declarationsFor(view, node);
			sites.push(readSite(site, declarations));
		}
	}
	for (const edge of view.edges) {
		const site = siteOfEdge(edge);
		if (site !== null) sites.push(readSite(site, declarationsFor(view, edge.source)));
	}
	readSites.set(view, sites);
	return sites;
}
function* sitesOfNode(node) {
	const { element } = node;
	const { guard, cases, loop, wait, inputs, outputs } = node.node;
	if (guard !== null) yield* conditionAt(childNamed(element, "guard"), "when", node, "start");
	if (cases !== null) {
		const around = childNamed(element, "cases");
		for (const each of around === null ? [] : childrenNamed(around, "case")) yield* conditionAt(each, "when", node, "start");
	}
	if (loop !== null) {
		yield* conditionAt(childNamed(element, "loop"), "over", node, "start");
		yield* conditionAt(childNamed(element, "loop"), "while", node, "iteration");
	}
	if (wait !== null) yield* conditionAt(childNamed(element, "wait"), "until", node, "start");
	if (inputs.some(({ value }) => value !== null && hasExpression(value))) yield* values(inputsOf(node), node);
	if (outputs.some(({ value }) => value !== null && hasExpression(value))) yield* values(outputsOf(node), node);
}
function* conditionAt(element, attribute, node, moment) {
	const text = element === null ? null : attributeOf(element, attribute);
	if (element === null || text === null) return;
	yield {
		element,
		attribute,
		text,
		condition: true,
		node,
		moment
	};
}
function* values(ports, node) {
	for (const { element, port } of ports) {
		const text = port.value;
		if (text === null || !hasExpression(text)) continue;
		yield {
			element,
			attribute: "value",
			text,
			condition: false,
			node,
			moment: "start"
		};
	}
}
function siteOfEdge({ element, edge, source }) {
	if (edge.condition === null) return null;
	return {
		element,
		attribute: "condition",
		text: edge.condition,
		condition: true,
		node: source,
		moment: "end"
	};
}
function readSite(site, declarations) {
	if (site.condition) {
		const reading = parseCondition(site.text, declarations);
		return reading.ok ? {
			...site,
			error: null,
			references: references(reading.expression)
		} : {
			...site,
			error: reading.error,
			references: []
		};
	}
	const reading = parseTemplate(site.text, declarations);
	return reading.ok ? {
		...site,
		error: null,
		references: templateReferences(reading.template)
	} : {
		...site,
		error: reading.error,
		references: []
	};
}
/** What names mean inside expressions that `node` evaluates. */
function declarationsFor(view, node) {
	return {
		hasNode: (id) => view.nodesById.has(id),
		hasPort: (id, port) => {
			const outputs = view.nodesById.get(id)?.node.outputs;
			return outputs !== void 0 && portNamed(outputs, port) !== void 0;
		},
		hasVariable: (name) => node !== null && isVisible(view, node, name),
		hasConfig: (name) => node?.node.config.some((property) => property.name === name) === true
	};
}
var readSites;
var init_expressions$2 = __esmMin((() => {
	init_expression();
	init_ports$2();
	init_tree();
	init_variables();
	init_view();
	readSites = /* @__PURE__ */ new WeakMap();
}));
// core/harness/graph.ts
function rolesOf(view) {
	const decisionTargets = /* @__PURE__ */ new Set();
	const loopBodies = /* @__PURE__ */ new Set();
	for (const { node } of view.nodes) {
		for (const { to } of node.cases ?? []) decisionTargets.add(to);
		if (node.otherwise !== null) decisionTargets.add(node.otherwise);
		if (node.loop !== null) loopBodies.add(node.loop.body);
	}
	return {
		decisionTargets,
		loopBodies
	};
}
function flowOf(view) {
	const known = flows.get(view);
	if (known !== void 0) return known;
	const roles = rolesOf(view);
	const component = componentsOf$1(view);
	const flow = {
		roles,
		entries: entrySet$1(view, roles),
		component,
		cycles: cyclesOf(view, component)
	};
	flows.set(view, flow);
	return flow;
}
/** Where execution begins (§2.5): the entry alone, or all nodes that nothing leads to. */
function entrySet$1(view, roles) {
	const { entry } = view.workflow;
	if (entry !== null) {
		const node = view.nodesById.get(entry);
		return node === void 0 ? [] : [node];
	}
	return view.nodes.filter(({ node, incoming }) => incoming.length === 0 && !roles.decisionTargets.has(node.id) && !roles.loopBodies.has(node.id));
}
/** All nodes that a walk from `start` comes to, by index. */
function reachable(view, start, follow, routes) {
	const reached = new Uint8Array(view.nodes.length);
	const waiting = [];
	const visit = (node) => {
		if (node === null || node === void 0 || reached[node.index] === 1) return;
		reached[node.index] = 1;
		waiting.push(node);
	};
	for (const node of start) visit(node);
	for (let node = waiting.pop(); node !== void 0; node = waiting.pop()) {
		for (const edge of node.outgoing) if (follow(edge)) visit(edge.target);
		if (!routes) continue;
		for (const { to } of node.node.cases ?? []) visit(view.nodesById.get(to));
		if (node.node.otherwise !== null) visit(view.nodesById.get(node.node.otherwise));
		if (node.node.loop !== null) visit(view.nodesById.get(node.node.loop.body));
	}
	return reached;
}
/** Edges that order nodes and must form no cycle (§4.7). */
function isOrdering(edge) {
	return isForward(edge.type) && edge.source !== null && edge.target !== null;
}
/**
* For each node the number of its strongly connected component over control, data and
* dependency edges (Tarjan 1972, with a stack of its own).
*/
function componentsOf$1(view) {
	const count = view.nodes.length;
	const component = new Int32Array(count).fill(-1);
	const order = new Int32Array(count).fill(-1);
	const low = new Int32Array(count);
	const next = new Int32Array(count);
	const path = [];
	const stack = [];
	let clock = 0;
	let components = 0;
	const enter = (index) => {
		order[index] = clock;
		low[index] = clock;
		clock += 1;
		path.push(index);
		stack.push(index);
	};
	for (let start = 0; start < count; start += 1) {
		if (order[start] !== -1) continue;
		enter(start);
		while (path.length > 0) {
			const at = path[path.length - 1];
			const edge = (view.nodes[at]?.outgoing ?? [])[next[at]];
			if (edge !== void 0) {
				next[at] = next[at] + 1;
				if (!isOrdering(edge)) continue;
				const to = edge.target?.index;
				if (order[to] === -1) enter(to);
				else if (component[to] === -1) low[at] = Math.min(low[at], order[to]);
				continue;
			}
			path.pop();
			const parent = path[path.length - 1];
			if (parent !== void 0) low[parent] = Math.min(low[parent], low[at]);
			if (low[at] !== order[at]) continue;
			for (let member = stack.pop(); member !== void 0; member = stack.pop()) {
				component[member] = components;
				if (member === at) break;
			}
			components += 1;
		}
	}
	return component;
}
/**
* One cycle for each component that has one: the shortest through its first node, as the
* edges in their order.
*/
function cyclesOf(view, component) {
	const sizes = new Int32Array(view.nodes.length);
	for (const each of component) sizes[each] = sizes[each] + 1;
	const cycles = [];
	const done = new Uint8Array(view.nodes.length);
	for (const node of view.nodes) {
		const own = component[node.index];
		if (sizes[own] === 1 && node.outgoing.every(({ target }) => target !== node) || done[own] === 1) continue;
		done[own] = 1;
		const cycle = cycleThrough(node, component);
		if (cycle !== null) cycles.push(cycle);
	}
	return cycles;
}
/** Breadth first inside the node's component, until an edge leads back to it. */
function cycleThrough(start, component) {
	const cameBy = /* @__PURE__ */ new Map();
	const queue = [start];
	for (let at = 0; at < queue.length; at += 1) {
		const node = queue[at];
		for (const edge of node.outgoing) {
			const { target } = edge;
			if (!isOrdering(edge) || target === null) continue;
			if (component[target.index] !== component[start.index]) continue;
			if (target === start) return pathTo(node, edge, cameBy);
			if (cameBy.has(target)) continue;
			cameBy.set(target, edge);
			queue.push(target);
		}
	}
	return null;
}
function pathTo(last, closing, cameBy) {
	const path = [closing];
	for (let edge = cameBy.get(last); edge !== void 0;) {
		path.push(edge);
		edge = edge.source === null ? void 0 : cameBy.get(edge.source);
	}
	return path.reverse();
}
var flows;
var init_graph$3 = __esmMin((() => {
	init_view();
	flows = /* @__PURE__ */ new WeakMap();
}));
// core/harness/rules/expressions.ts
function syntax(code) {
	return (view, report) => {
		for (const site of expressionsOf(view)) if (site.error?.code === code) report(spotAt(site), `${where(site)}: ${site.error.message}`);
	};
}
function variablesInTheirLoop(view, report) {
	const { loopsByVariable } = scopesOf(view);
	for (const site of expressionsOf(view)) for (const reference of site.references) {
		if (reference.kind !== "variable" || site.node === null) continue;
		const [loop] = loopsByVariable.get(reference.name) ?? [];
		if (loop === void 0 || isVisibleAt(view, site, reference.name)) continue;
		report(spotAt(site), `${where(site)}: ${quote$1(reference.name)} is a variable of loop ${quote$1(loop.node.id)}, and means something only in its body ${quote$1(loop.node.loop?.body ?? "")}`, { related: [relatedSpot(`loop ${quote$1(loop.node.id)}`, partOf(loop, "loop"))] });
	}
}
function isVisibleAt(view, site, name) {
	return site.node !== null && isVisible(view, site.node, name);
}
function namesAreDeclared(view, report) {
	for (const site of expressionsOf(view)) for (const reference of site.references) {
		const message = undeclared(view, site, reference);
		if (message !== null) report(spotAt(site), `${where(site)}: ${message}`);
	}
}
function undeclared(view, site, reference) {
	switch (reference.kind) {
		case "port": {
			const outputs = view.nodesById.get(reference.node)?.node.outputs ?? [];
			if (portNamed(outputs, reference.port) !== void 0) return null;
			const near = suggestion(view.nearest(reference.port, portNames(outputs)));
			return `node ${quote$1(reference.node)} has no output ${quote$1(reference.port)}${near}`;
		}
		case "variable": {
			const { name, written } = reference;
			if (isVisibleAt(view, site, name) || scopesOf(view).loopsByVariable.has(name)) return null;
			const node = view.nodesById.get(written) ?? view.nodesById.get(name);
			if (node !== void 0) {
				const [port] = node.node.outputs;
				const how = port === void 0 ? "it has no outputs" : `write ${node.node.id}.${port.name}`;
				return `${quote$1(node.node.id)} is a node, and a value is an output of one: ${how}`;
			}
			const near = suggestion(view.nearest(name, namesVisible(view)));
			return `there is no node or loop variable ${quote$1(name)}${near}`;
		}
		case "artifact":
			if (view.artifactIds.has(reference.id)) return null;
			return `there is no artifact ${quote$1(reference.id)}${suggestion(view.nearest(reference.id, view.artifactIds))}`;
		case "resource":
			if (view.resourceTypes.has(reference.id)) return null;
			return `there is no resource ${quote$1(reference.id)}${suggestion(view.nearest(reference.id, view.resourceTypes.keys()))}`;
		case "config":
		case "function": return null;
	}
}
function* namesVisible(view) {
	yield* scopesOf(view).loopsByVariable.keys();
	yield* view.nodesById.keys();
}
function readsWhatCanBeThere(view, report) {
	for (const site of expressionsOf(view)) {
		const said = /* @__PURE__ */ new Set();
		for (const reference of site.references) {
			if (reference.kind !== "port" || site.node === null || said.has(reference.node)) continue;
			said.add(reference.node);
			const message = tooEarly(view, site, site.node, reference);
			const read = view.nodesById.get(reference.node);
			if (message === null || read === void 0) continue;
			const related = relatedSpot(`node ${quote$1(reference.node)}`, read.element, "id");
			report(spotAt(site), `${where(site)}: ${message}`, { related: [related] });
		}
	}
}
/** Why the value that a node reads can't be there when it reads it, or null. */
function tooEarly(view, site, reader, reference) {
	const read = view.nodesById.get(reference.node);
	if (read === void 0) return null;
	const name = quote$1(read.node.id);
	const own = quote$1(reader.node.id);
	if (read === reader && site.moment !== "end") return `node ${name} reads its own output, which is there only when it has run`;
	const order = orderOf$2(view);
	if (site.moment === "start" ? order.endsAfterStart(reader, read) : order.endsAfterEnd(reader, read)) {
		const { loopsByBody } = scopesOf(view);
		return loopsByBody.get(reader)?.includes(read) === true ? `loop ${name} has no outputs while its body ${own} runs` : `node ${name} runs only after ${own}, so its output can't be there yet`;
	}
	const decision = branchesOf(view).excludes(reader, read);
	if (decision !== null) return `decision ${quote$1(decision.node.id)} leads to ${own} or to ${name}, never to both`;
	if (isOnlyAnUndo(view, read) && !isOnlyAnUndo(view, reader)) return `${name} runs only to undo another node, and then nothing else does`;
	const undone = site.moment === "start" && isOnlyAnUndo(view, reader) ? undoneBy(reader) : [];
	if (undone.length > 0 && !undone.some((each) => order.mayPrecede(read, each))) return `${own} compensates ${quote$1(undone[0]?.node.id ?? "")} and can read that node and what runs before it; ${name} need not have run`;
	return null;
}
/** A node that a compensation edge leads to, and that takes part in no forward flow. */
function isOnlyAnUndo(view, node) {
	let known = undos.get(node);
	if (known === void 0) {
		const { decisionTargets, loopBodies } = flowOf(view).roles;
		known = undoneBy(node).length > 0 && node.node.id !== view.workflow.entry && node.incoming.every(({ type }) => type === "compensation") && !decisionTargets.has(node.node.id) && !loopBodies.has(node.node.id);
		undos.set(node, known);
	}
	return known;
}
function spotAt(site) {
	return spotOf(site.element, site.attribute);
}
function where(site) {
	const own = site.element.local === "input" || site.element.local === "output";
	const name = site.element.attributes["name"] ?? "";
	const id = site.node?.node.id ?? "";
	if (site.element.local === "edge") return `condition of the edge out of ${quote$1(id)}`;
	return `${site.attribute} of <${site.element.local}>${own ? ` ${quote$1(name)}` : ""} of ${quote$1(id)}`;
}
var undos, expressionRules;
var init_expressions$1 = __esmMin((() => {
	init_show();
	init_branches();
	init_expressions$2();
	init_findings();
	init_graph$3();
	init_near();
	init_order();
	init_ports$2();
	init_variables();
	init_view();
	undos = /* @__PURE__ */ new WeakMap();
	expressionRules = [
		{
			code: "HX-3101",
			severity: "error",
			title: "expressions are well-formed",
			check: syntax("HX-3101")
		},
		{
			code: "HX-3102",
			severity: "error",
			title: "loop variables are used inside their loop body only",
			check: variablesInTheirLoop
		},
		{
			code: "HX-3103",
			severity: "error",
			title: "expressions name declared nodes, ports, artifacts and resources",
			check: namesAreDeclared
		},
		{
			code: "HX-3104",
			severity: "error",
			title: "expressions read no node that cannot have completed before",
			check: readsWhatCanBeThere
		},
		{
			code: "HX-3105",
			severity: "error",
			title: "expressions call known functions only",
			check: syntax("HX-3105")
		}
	];
}));
// core/harness/rules/graph.ts
function compensatesItsSource(view, report) {
	for (const { node, element, incoming } of view.nodes) {
		if (node.compensates === null) continue;
		const spot = spotOf(element, "compensates");
		if (!view.nodesById.has(node.compensates)) {
			const near = suggestion(view.nearest(node.compensates, view.nodesById.keys()));
			report(spot, `node ${quote$1(node.id)} compensates ${quote$1(node.compensates)}, and there is no such node${near}`);
			continue;
		}
		for (const edge of incoming) {
			if (edge.type !== "compensation" || edge.edge.from === node.compensates) continue;
			report(spot, `node ${quote$1(node.id)} compensates ${quote$1(node.compensates)}, but its compensation edge comes from ${quote$1(edge.edge.from)}`, { related: [relatedSpot(edgeName(edge), edge.element, "from")] });
		}
	}
}
function compensationsAreNoSteps(view, report) {
	const targets = view.nodes.filter((node) => node.incoming.some((edge) => edge.type === "compensation"));
	if (targets.length === 0) return;
	const forward = reachable(view, flowOf(view).entries, (edge) => edge.type !== "compensation", true);
	for (const target of targets) {
		const undoes = target.incoming.find((edge) => edge.type === "compensation");
		for (const edge of target.incoming) {
			if (edge.type !== "control" && edge.type !== "data") continue;
			if (edge.source === null || forward[edge.source.index] !== 1) continue;
			report(spotOf(edge.element, "to"), `${edgeName(edge)} leads forward to ${quote$1(target.node.id)}, which compensates ${quote$1(undoes.edge.from)}: an undo must not be a step as well`, { related: [relatedSpot(edgeName(undoes), undoes.element)] });
		}
	}
}
function somethingBegins(view, report) {
	if (view.workflow.entry !== null || view.root.attributes["entry"] !== void 0) return;
	if (view.nodes.length === 0 || flowOf(view).entries.length > 0 || hasLooseEdges(view)) return;
	report(spotOf(childNamed(view.root, "nodes") ?? view.root), "no node can begin: each one waits for an edge, a decision or a loop; name one as entry, or remove an edge");
}
/** An edge that can't be placed has its own finding, and nobody knows what it would reach. */
function hasLooseEdges(view) {
	return view.edges.some(({ source, target, type }) => source === null || target === null || type === null);
}
function noCycles(view, report) {
	for (const cycle of flowOf(view).cycles) {
		const closing = cycle.reduce((last, edge) => edge.index > last.index ? edge : last);
		const ids = cycle.slice(0, NODES_SHOWN).map((edge) => edge.edge.from);
		const rest = cycle.length > NODES_SHOWN ? `… (${cycle.length} nodes) … → ` : "";
		const way = `${ids.join(" → ")} → ${rest}${ids[0]}`;
		report(spotOf(closing.element), `${edgeName(closing)} closes a cycle: ${way}; repeat with a loop node instead`, { related: cycle.slice(0, NODES_SHOWN).flatMap(({ source }) => source === null ? [] : [relatedSpot(`node ${quote$1(source.node.id)} of the cycle`, source.element, "id")]) });
	}
}
function everythingIsReached(view, report) {
	const { roles, entries, component, cycles } = flowOf(view);
	if (entries.length === 0 || hasLooseEdges(view)) return;
	const cyclic = new Set(cycles.map(([edge]) => component[edge?.source?.index ?? -1]));
	const counted = view.nodes.filter(({ node, index, incoming }) => roles.decisionTargets.has(node.id) || roles.loopBodies.has(node.id) || cyclic.has(component[index]) || incoming.some((edge) => edge.type === "compensation"));
	const reached = reachable(view, [...entries, ...counted], (edge) => isForward(edge.type) || edge.type === "error", false);
	for (const { node, index, element } of view.nodes) {
		if (reached[index] === 1) continue;
		report(spotOf(element, "id"), `node ${quote$1(node.id)} can't be reached from ${entries.length === 1 ? quote$1(entries[0]?.node.id ?? "") : "where the workflow begins"}: it never runs`);
	}
}
var NODES_SHOWN, graphRules;
var init_graph$2 = __esmMin((() => {
	init_show();
	init_findings();
	init_graph$3();
	init_near();
	init_tree();
	init_view();
	NODES_SHOWN = 20;
	graphRules = [
		{
			code: "HX-2004",
			severity: "error",
			title: "compensates names the source of the compensation edge",
			check: compensatesItsSource
		},
		{
			code: "HX-2005",
			severity: "error",
			title: "no control or data edge leads forward to a compensation",
			check: compensationsAreNoSteps
		},
		{
			code: "HX-3001",
			severity: "error",
			title: "at least one node can begin",
			check: somethingBegins
		},
		{
			code: "HX-3003",
			severity: "error",
			title: "control, data and dependency edges form no cycle",
			check: noCycles
		},
		{
			code: "HX-3005",
			severity: "warning",
			title: "every node can be reached",
			check: everythingIsReached
		}
	];
}));
// core/harness/rules/idempotence.ts
function noRetryWithoutIdempotence(view, report) {
	for (const each of view.nodes) {
		if (each.node.idempotent || each.node.retry === null) continue;
		report(spotOf(partOf(each, "retry")), `node ${quote$1(each.node.id)} is not idempotent and has a <retry>: a second attempt could happen twice; remove one of the two`);
	}
}
var idempotenceRules;
var init_idempotence = __esmMin((() => {
	init_show();
	init_findings();
	init_view();
	idempotenceRules = [{
		code: "HX-3301",
		severity: "error",
		title: "a node that is not idempotent has no retry",
		check: noRetryWithoutIdempotence
	}];
}));
// core/harness/rules/identifiers.ts
function* spacesOf(view) {
	const { nodes, edges, resourceElements, artifactElements } = view;
	yield {
		noun: "node",
		attribute: "id",
		elements: nodes.map((node) => node.element)
	};
	yield {
		noun: "edge",
		attribute: "id",
		elements: edges.map((edge) => edge.element)
	};
	yield {
		noun: "resource",
		attribute: "id",
		elements: resourceElements
	};
	yield {
		noun: "artifact",
		attribute: "id",
		elements: artifactElements
	};
	for (const { node, element } of nodes) {
		if (node.inputs.length > 1) yield portSpace(element, "inputs", "input");
		if (node.outputs.length > 1) yield portSpace(element, "outputs", "output");
	}
}
function portSpace(element, wrapper, noun) {
	const around = childNamed(element, wrapper);
	return {
		noun,
		attribute: "name",
		elements: around === null ? [] : childrenNamed(around, noun)
	};
}
/** Most spaces have nothing to report, and a set tells that without any bookkeeping. */
function areDistinct({ elements, attribute }, fold) {
	if (elements.length < 2) return true;
	const names = /* @__PURE__ */ new Set();
	for (const element of elements) {
		const name = attributeOf(element, attribute);
		if (name === null) continue;
		const folded = fold(name);
		if (names.has(folded)) return false;
		names.add(folded);
	}
	return true;
}
function unique$1(view, report) {
	for (const space of spacesOf(view)) {
		if (areDistinct(space, (name) => name)) continue;
		const { noun, attribute, elements } = space;
		const first = /* @__PURE__ */ new Map();
		for (const element of elements) {
			const name = attributeOf(element, attribute);
			if (name === null || name === "") continue;
			const other = first.get(name);
			if (other === void 0) {
				first.set(name, element);
				continue;
			}
			report(spotOf(element, attribute), `there is a ${noun} ${quote$1(name)} already: give one of the two another ${attribute}`, { related: [relatedSpot(`the first ${noun} ${quote$1(name)}`, other, attribute)] });
		}
	}
}
function differInMoreThanCase(view, report) {
	for (const space of spacesOf(view)) {
		if (areDistinct(space, (name) => name.toLowerCase())) continue;
		const { noun, attribute, elements } = space;
		const first = /* @__PURE__ */ new Map();
		for (const element of elements) {
			const name = attributeOf(element, attribute);
			if (name === null || name === "") continue;
			const folded = name.toLowerCase();
			const other = first.get(folded);
			if (other === void 0) first.set(folded, [name, element]);
			else if (other[0] !== name) report(spotOf(element, attribute), `${noun} ${quote$1(name)} differs from ${quote$1(other[0])} only in the case of letters`, { related: [relatedSpot(`${noun} ${quote$1(other[0])}`, other[1], attribute)] });
		}
	}
}
var identifierRules;
var init_identifiers = __esmMin((() => {
	init_show();
	init_findings();
	init_tree();
	identifierRules = [{
		code: "HX-1101",
		severity: "error",
		title: "identifiers are unique in their space",
		check: unique$1
	}, {
		code: "U1011",
		severity: "warning",
		title: "ids differ in more than the case of letters",
		check: differInMoreThanCase
	}];
}));
// core/harness/rules/joins.ts
function quorumIsThere(view, report) {
	for (const { node, element } of view.nodes) {
		if (node.join !== "quorum" || attributeOf(element, "quorum") !== null) continue;
		report(spotOf(element, "joinPolicy"), `node ${quote$1(node.id)} has joinPolicy quorum and no quorum: add quorum="…"`);
	}
}
function quorumIsReachable(view, report) {
	for (const { node, element, incoming } of view.nodes) {
		if (node.quorum === null || node.join !== "quorum") continue;
		const edges = incoming.filter((edge) => isForward(edge.type)).length;
		if (node.quorum <= edges) continue;
		report(spotOf(element, "quorum"), `quorum ${node.quorum} of ${quote$1(node.id)} is above the number of its incoming control, data and dependency edges, ${edges}: it could never be reached`);
	}
}
var joinRules;
var init_joins = __esmMin((() => {
	init_show();
	init_findings();
	init_tree();
	init_view();
	joinRules = [{
		code: "HX-2401",
		severity: "error",
		title: "a quorum join has a quorum",
		check: quorumIsThere
	}, {
		code: "HX-2402",
		severity: "error",
		title: "a quorum is not above the number of incoming edges",
		check: quorumIsReachable
	}];
}));
// core/harness/rules/kinds.ts
/** The rule that an element stands on nodes of one type, and on none of another. */
function belongsTo(code, kind, name) {
	return {
		code,
		severity: "error",
		title: `<${name}> stands on every ${kind} node and on no other`,
		check: (view, report) => {
			for (const node of view.nodes) {
				const has = node.node[name] !== null;
				if (node.kind === null || has === (node.kind === kind)) continue;
				const part = childNamed(node.element, name);
				if (node.kind === kind && part === null) report(spotOf(node.element), `node ${quote$1(node.node.id)} is of type ${kind} and has no <${name}>`);
				else if (node.kind !== null && node.kind !== kind && part !== null) report(spotOf(part), `node ${quote$1(node.node.id)} is of type ${node.kind}: <${name}> belongs to a ${kind} node`);
			}
		}
	};
}
function oneWayToWait(view, report) {
	for (const { node, element } of view.nodes) {
		const wait = node.wait === null ? null : childNamed(element, "wait");
		if (wait === null) continue;
		const given = waitAttributes.filter((name) => attributeOf(wait, name) !== null);
		if (given.length === 1) continue;
		const message = given.length === 0 ? `the wait of ${quote$1(node.id)} says neither duration nor until nor event: it needs one of them` : `the wait of ${quote$1(node.id)} says ${given.join(" and ")}: it can have only one of them`;
		report(spotOf(wait, given[1] ?? null), message);
	}
}
function loopSaysWhatItNeeds(view, report) {
	for (const { node, element } of view.nodes) {
		const loop = node.loop === null ? null : childNamed(element, "loop");
		if (loop === null || node.loop === null) continue;
		const kind = attributeOf(loop, "kind");
		if (kind !== node.loop.kind) continue;
		const wanted = wantedByKind[node.loop.kind];
		if (attributeOf(loop, wanted) !== null) continue;
		report(spotOf(loop), `the loop of ${quote$1(node.id)} is of kind ${kind} and has no ${wanted}: add ${wanted}="…"`);
	}
}
function countWithinBound(view, report) {
	for (const { node, element } of view.nodes) {
		const loop = node.loop === null ? null : childNamed(element, "loop");
		if (loop === null || node.loop?.kind !== "times" || node.loop.count === null) continue;
		if (read$1(loop, loopAttributes, "maxIterations") === null) continue;
		const { count, maxIterations } = node.loop;
		if (count <= maxIterations) continue;
		report(spotOf(loop, "count"), `count ${count} of ${quote$1(node.id)} is above maxIterations ${maxIterations}: the two bounds contradict each other`);
	}
}
var waitAttributes, wantedByKind, kindRules;
var init_kinds$1 = __esmMin((() => {
	init_show();
	init_attributes();
	init_findings();
	init_structure$2();
	init_tree();
	waitAttributes = [
		"duration",
		"until",
		"event"
	];
	wantedByKind = {
		forEach: "over",
		while: "while",
		until: "while",
		times: "count"
	};
	kindRules = [
		belongsTo("HX-2201", "decision", "cases"),
		belongsTo("HX-2202", "loop", "loop"),
		belongsTo("HX-2203", "subworkflow", "subworkflow"),
		belongsTo("HX-2204", "wait", "wait"),
		{
			code: "HX-2205",
			severity: "error",
			title: "wait says exactly one of duration, until and event",
			check: oneWayToWait
		},
		{
			code: "HX-2207",
			severity: "error",
			title: "a loop has the attribute that its kind needs",
			check: loopSaysWhatItNeeds
		},
		{
			code: "HX-2208",
			severity: "error",
			title: "count of a times loop is not above maxIterations",
			check: countWithinBound
		}
	];
}));
// core/harness/rules/loops.ts
function bodyIsSequencedByItsLoop(view, report) {
	const { component } = flowOf(view);
	for (const [body, loops] of scopesOf(view).loopsByBody) for (const edge of body.incoming) {
		if (edge.type !== "control" && edge.type !== "dependency") continue;
		const { source } = edge;
		if (source === null || source.node.loop?.body === body.node.id) continue;
		if (component[source.index] === component[body.index]) continue;
		const loop = loops[0];
		report(spotOf(edge.element, "to"), `${edgeName(edge)} leads into ${quote$1(body.node.id)}, the body of loop ${quote$1(loop.node.id)}: only the loop starts its body; a data edge may feed it`, { related: [relatedSpot(`loop ${quote$1(loop.node.id)}`, childNamed(loop.element, "loop") ?? loop.element)] });
	}
}
/** A loop whose body is, perhaps through other loops, the loop itself. */
function noLoopInItself(view, report) {
	const walk = new Int32Array(view.nodes.length);
	for (const start of view.nodes) {
		let at = start;
		while (at !== void 0 && at.node.loop !== null && walk[at.index] === 0) {
			walk[at.index] = start.index + 1;
			at = view.nodesById.get(at.node.loop.body);
		}
		if (at === void 0 || at.node.loop === null || walk[at.index] !== start.index + 1) continue;
		walk[at.index] = -1;
		report(spotOf(partOf(at, "loop")), `loop ${quote$1(at.node.id)} contains itself: each iteration would begin the loop again`);
	}
}
var loopRules;
var init_loops = __esmMin((() => {
	init_show();
	init_findings();
	init_graph$3();
	init_tree();
	init_variables();
	init_view();
	loopRules = [{
		code: "HX-3004",
		severity: "error",
		title: "no control or dependency edge leads into a loop body from outside",
		check: bodyIsSequencedByItsLoop
	}, {
		code: "U1022",
		severity: "warning",
		title: "no loop contains itself",
		check: noLoopInItself
	}];
}));
// core/harness/rules/port-types.ts
function compatible(from, to) {
	const source = from.replace(/\s+/g, "");
	const target = to.replace(/\s+/g, "");
	if (source === target) return true;
	return accepts(parseType(target, 0), parseType(source, 0));
}
function accepts(target, source) {
	if (target.name === "json") return true;
	if (target.name === "number" && source.name === "integer") return true;
	if (target.name !== source.name || target.of.length !== source.of.length) return false;
	return target.of.every((inner, index) => accepts(inner, source.of[index] ?? inner));
}
/** `map<string,array<T>>` taken apart; whatever has another form is a name as a whole. */
function parseType(text, depth) {
	const open = text.indexOf("<");
	if (open <= 0 || !text.endsWith(">") || depth >= MAXIMUM_DEPTH$1) return {
		name: text,
		of: []
	};
	const parts = splitAtTop(text.slice(open + 1, -1));
	if (parts === null) return {
		name: text,
		of: []
	};
	return {
		name: text.slice(0, open),
		of: parts.map((part) => parseType(part, depth + 1))
	};
}
function splitAtTop(text) {
	const parts = [];
	let depth = 0;
	let start = 0;
	for (let index = 0; index < text.length; index += 1) {
		const character = text.charAt(index);
		if (character === "<") depth += 1;
		else if (character === ">") depth -= 1;
		else if (character === "," && depth === 0) {
			parts.push(text.slice(start, index));
			start = index + 1;
		}
		if (depth < 0) return null;
	}
	return depth === 0 ? [...parts, text.slice(start)] : null;
}
var MAXIMUM_DEPTH$1;
var init_port_types = __esmMin((() => {
	MAXIMUM_DEPTH$1 = 20;
}));
// core/harness/rules/ports.ts
/** The first data edge that feeds an input, in document order. */
function feederOf(incoming) {
	const feeds = (edge, port) => edge.type === "data" && edge.edge.toPort === port;
	if (incoming.length <= FEW) return (port) => incoming.find((edge) => feeds(edge, port));
	const table = /* @__PURE__ */ new Map();
	for (const edge of incoming) {
		const port = edge.edge.toPort;
		if (edge.type === "data" && port !== null && !table.has(port)) table.set(port, edge);
	}
	return (port) => table.get(port);
}
function requiredInputsAreFed(view, report) {
	for (const each of view.nodes) {
		const { inputs, id } = each.node;
		if (inputs.length === 0) continue;
		const feeder = feederOf(each.incoming);
		let elements = null;
		for (const [index, port] of inputs.entries()) {
			if (!port.required || port.value !== null || port.name === "" || feeder(port.name) !== void 0) continue;
			elements ??= inputsOf(each);
			const element = elements[index]?.element ?? each.element;
			const remedy = port.default === null ? "add a data edge or a value, or required=\"false\"" : "a default stands in only with required=\"false\"";
			report(spotOf(element), `required input ${quote$1(port.name)} of ${quote$1(id)} is fed by nothing: ${remedy}`);
		}
	}
}
function oneSourcePerInput(view, report) {
	for (const each of view.nodes) {
		const { inputs, id } = each.node;
		if (inputs.every((port) => port.value === null)) continue;
		const feeder = feederOf(each.incoming);
		let elements = null;
		for (const [index, port] of inputs.entries()) {
			const edge = feeder(port.name);
			if (port.value === null || edge === void 0) continue;
			elements ??= inputsOf(each);
			report(spotOf(elements[index]?.element ?? each.element, "value"), `input ${quote$1(port.name)} of ${quote$1(id)} is fed by a value and by ${edgeName(edge)}: keep one of them`, { related: [relatedSpot(edgeName(edge), edge.element, "toPort")] });
		}
	}
}
function dataEdgesNamePorts(view, report) {
	for (const each of view.edges) {
		if (each.type !== "data") continue;
		const { fromPort, toPort } = each.edge;
		const missing = [...fromPort === null && !written(each, "fromPort") ? ["fromPort"] : [], ...toPort === null && !written(each, "toPort") ? ["toPort"] : []];
		if (missing.length === 0) continue;
		report(spotOf(each.element), `${edgeName(each)} is a data edge and has no ${missing.join(" and no ")}`);
	}
}
function written(edge, attribute) {
	return edge.element.attributes[attribute] !== void 0;
}
function sourcesHaveOutputs(view, report) {
	for (const each of view.edges) {
		const { fromPort } = each.edge;
		if (each.type !== "data" || fromPort === null || each.source === null) continue;
		const { id, outputs } = each.source.node;
		if (portNamed(outputs, fromPort) !== void 0) continue;
		const near = suggestion(view.nearest(fromPort, portNames(outputs)));
		report(spotOf(each.element, "fromPort"), `fromPort ${quote$1(fromPort)} of ${edgeName(each)} is no output of node ${quote$1(id)}${near}`);
	}
}
function targetsHaveInputs(view, report) {
	for (const each of view.edges) {
		const { toPort } = each.edge;
		if (each.type !== "data" || toPort === null || each.target === null) continue;
		const { id, inputs } = each.target.node;
		if (portNamed(inputs, toPort) !== void 0) continue;
		const near = suggestion(view.nearest(toPort, portNames(inputs)));
		report(spotOf(each.element, "toPort"), `toPort ${quote$1(toPort)} of ${edgeName(each)} is no input of node ${quote$1(id)}${near}`);
	}
}
function oneDataEdgePerInput(view, report) {
	for (const each of view.nodes) {
		if (each.incoming.length < 2) continue;
		const feeder = feederOf(each.incoming);
		for (const edge of each.incoming) {
			const port = edge.edge.toPort;
			if (edge.type !== "data" || port === null) continue;
			const first = feeder(port);
			if (first === void 0 || first === edge) continue;
			report(spotOf(edge.element, "toPort"), `input ${quote$1(port)} of ${quote$1(each.node.id)} is fed by a second data edge: two producers have no defined winner`, { related: [relatedSpot(`the first: ${edgeName(first)}`, first.element, "toPort")] });
		}
	}
}
function typesAgree(view, report) {
	for (const each of view.edges) {
		if (each.type !== "data" || each.source === null || each.target === null) continue;
		const from = portNamed(each.source.node.outputs, each.edge.fromPort ?? "");
		const to = portNamed(each.target.node.inputs, each.edge.toPort ?? "");
		if (from?.type == null || to?.type == null || compatible(from.type, to.type)) continue;
		report(spotOf(each.element), `${edgeName(each)} carries ${quote$1(from.type)} from ${quote$1(from.name)} into ${quote$1(to.name)}, which is ${quote$1(to.type)}: the types are not compatible`);
	}
}
var FEW, portRules;
var init_ports$1 = __esmMin((() => {
	init_show();
	init_findings();
	init_near();
	init_ports$2();
	init_view();
	init_port_types();
	FEW = 16;
	portRules = [
		{
			code: "HX-2101",
			severity: "error",
			title: "each required input is fed",
			check: requiredInputsAreFed
		},
		{
			code: "HX-2102",
			severity: "error",
			title: "no input is fed by a value and a data edge",
			check: oneSourcePerInput
		},
		{
			code: "HX-2301",
			severity: "error",
			title: "a data edge names both ports",
			check: dataEdgesNamePorts
		},
		{
			code: "HX-2302",
			severity: "error",
			title: "fromPort is an output of the source",
			check: sourcesHaveOutputs
		},
		{
			code: "HX-2303",
			severity: "error",
			title: "toPort is an input of the target",
			check: targetsHaveInputs
		},
		{
			code: "HX-2304",
			severity: "error",
			title: "at most one data edge feeds an input",
			check: oneDataEdgePerInput
		},
		{
			code: "HX-3201",
			severity: "error",
			title: "the types of two bound ports are compatible",
			check: typesAgree
		}
	];
}));
// core/harness/rules/references.ts
/** Every attribute that names a node, save `compensates`, which HX-2004 looks at. */
function* nodeReferences(view) {
	yield {
		element: view.root,
		attribute: "entry"
	};
	for (const { node, element } of view.nodes) {
		const cases = node.cases === null ? null : childNamed(element, "cases");
		for (const child of cases?.children ?? []) if (child.local === "case" || child.local === "otherwise") yield {
			element: child,
			attribute: "to"
		};
		const loop = node.loop === null ? null : childNamed(element, "loop");
		const body = loop === null ? null : childNamed(loop, "body");
		if (body !== null) yield {
			element: body,
			attribute: "ref"
		};
	}
	for (const { element } of view.edges) {
		yield {
			element,
			attribute: "from"
		};
		yield {
			element,
			attribute: "to"
		};
	}
}
function nodesExist(view, report) {
	for (const { element, attribute } of nodeReferences(view)) {
		const name = attributeOf(element, attribute);
		if (name === null || name === "" || view.nodesById.has(name)) continue;
		const near = suggestion(view.nearest(name, view.nodesById.keys()));
		const message = `${attribute} of <${element.local}> names ${quote$1(name)}, and there is no such node${near}`;
		report(spotOf(element, attribute), message);
	}
}
function refsOf$1(view, name, count) {
	return count === 0 ? [] : childrenNamed(view.element, name);
}
function resourcesExist(view, report) {
	for (const each of view.nodes) for (const element of refsOf$1(each, "resourceRef", each.node.resources.length)) {
		const name = attributeOf(element, "ref");
		if (name === null || view.resourceTypes.has(name)) continue;
		const near = suggestion(view.nearest(name, view.resourceTypes.keys()));
		report(spotOf(element, "ref"), `there is no resource ${quote$1(name)}${near}`);
	}
}
function artifactsExist(view, report) {
	for (const each of view.nodes) for (const element of refsOf$1(each, "artifactRef", each.node.artifacts.length)) {
		const name = attributeOf(element, "ref");
		if (name === null || view.artifactIds.has(name)) continue;
		const near = suggestion(view.nearest(name, view.artifactIds));
		report(spotOf(element, "ref"), `there is no artifact ${quote$1(name)}${near}`);
	}
}
function modelForInference(view, report) {
	for (const { kind, node, element } of view.nodes) {
		if (kind !== "inference") continue;
		if (node.resources.map(({ ref }) => view.resourceTypes.get(ref)).some((type) => type === "model" || type === void 0)) continue;
		report(spotOf(element), `inference node ${quote$1(node.id)} refers to no resource of type model: add a <resourceRef> to one`);
	}
}
var referenceRules;
var init_references$2 = __esmMin((() => {
	init_show();
	init_findings();
	init_near();
	init_tree();
	referenceRules = [
		{
			code: "HX-2001",
			severity: "error",
			title: "edges, cases, loop bodies and entry name nodes",
			check: nodesExist
		},
		{
			code: "HX-2002",
			severity: "error",
			title: "resourceRef names a resource",
			check: resourcesExist
		},
		{
			code: "HX-2003",
			severity: "error",
			title: "artifactRef names an artifact",
			check: artifactsExist
		},
		{
			code: "HX-2501",
			severity: "error",
			title: "an inference node refers to a resource of type model",
			check: modelForInference
		}
	];
}));
// core/harness/rules/structure.ts
function structural(code, title) {
	return {
		code,
		severity: "error",
		title,
		check: null
	};
}
var structureRules;
var init_structure$1 = __esmMin((() => {
	structureRules = [
		structural("HX-1001", "the document has the structure of HarnessXML: order, number and datatypes"),
		structural("HX-1002", "specVersion is there and of a known major version"),
		structural("HX-1003", "no unknown element, attribute or enumeration value"),
		structural("HX-1004", "no required extension that is not understood"),
		structural("HX-1005", "the document is UTF-8"),
		structural("HX-1006", "no foreign element or attribute outside an extension"),
		structural("HX-1102", "there is at least one node"),
		structural("HX-2206", "cases has at least one case"),
		structural("HX-3401", "no years or months in a duration")
	];
}));
// core/harness/decode.ts
/** The text of a document without its byte order mark, or the first reason why it has none. */
function decode$1(source) {
	if (typeof source === "string") return fromText(source);
	if (source.length > 268435456) return tooLarge();
	const wide = wideEncoding(source);
	if (wide !== null) return failed$3("", ENCODING, `the file is encoded in ${wide}, and a document must be UTF-8: save it as UTF-8`);
	let text;
	try {
		text = new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true
		}).decode(source);
	} catch {
		return notUtf8(source);
	}
	return fromText(text);
}
function fromText(source) {
	const text = source.startsWith("﻿") ? source.slice(1) : source;
	if (text.length > 67108864) return tooLarge();
	const lone = /[\uD800-\uDFFF]/u.exec(text);
	if (lone !== null) {
		const message = `half of a surrogate pair (${codePoint(text, lone.index)}) stands alone here, so the text has no UTF-8 form`;
		return failed$3(text, ENCODING, message, lone.index);
	}
	const zero = text.indexOf("\0");
	if (zero >= 0) return failed$3(text, STRUCTURE$2, "there is a NUL character here: this is a binary file, not a document", zero);
	return {
		ok: true,
		text
	};
}
function tooLarge() {
	return failed$3("", STRUCTURE$2, `the document is larger than ${MAXIMUM_CHARACTERS} characters, the limit of this reader`);
}
function failed$3(text, code, message, start = 0) {
	return {
		ok: false,
		text,
		fault: {
			code,
			message,
			start,
			end: start + 1
		}
	};
}
/** The name of a 16- or 32-bit encoding, told by its mark or by the zeros beside a `<`. */
function wideEncoding(bytes) {
	const [a, b, c, d] = bytes;
	if (a === 255 && b === 254) return c === 0 && d === 0 ? "UTF-32" : "UTF-16";
	if (a === 254 && b === 255) return "UTF-16";
	if (a === 0 && b === 0 && c === 254 && d === 255) return "UTF-32";
	if (a === 0 && b === 0 && c === 0 && d === 60) return "UTF-32";
	if (a === 60 && b === 0) return c === 0 && d === 0 ? "UTF-32" : "UTF-16";
	if (a === 0 && b === 60) return "UTF-16";
	return null;
}
function notUtf8(bytes) {
	const bad = firstBadByte(bytes);
	const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, bad));
	const text = before.startsWith("﻿") ? before.slice(1) : before;
	const byte = (bytes[bad] ?? 0).toString(16).toUpperCase().padStart(2, "0");
	const remedy = looksBinary(bytes) ? "this seems to be a binary file, not a document" : "save the file as UTF-8";
	const message = `the byte ${byte} (number ${bad + 1} of the file) is not UTF-8: ${remedy}`;
	return failed$3(`${text}\uFFFD`, ENCODING, message, text.length);
}
/** Index of the first byte that no well-formed UTF-8 sequence holds (RFC 3629 §4). */
function firstBadByte(bytes) {
	let at = 0;
	while (at < bytes.length) {
		const length = sequenceLength(bytes, at);
		if (length === 0) return at;
		at += length;
	}
	return Math.max(0, bytes.length - 1);
}
function sequenceLength(bytes, at) {
	const first = bytes[at] ?? 0;
	if (first < 128) return 1;
	const length = first < 194 ? 0 : first < 224 ? 2 : first < 240 ? 3 : first < 245 ? 4 : 0;
	if (length === 0 || at + length > bytes.length) return 0;
	const low = first === 224 ? 160 : first === 240 ? 144 : 128;
	const high = first === 237 ? 159 : first === 244 ? 143 : 191;
	const second = bytes[at + 1] ?? 0;
	if (second < low || second > high) return 0;
	for (let index = at + 2; index < at + length; index += 1) if (((bytes[index] ?? 0) & 192) !== 128) return 0;
	return length;
}
/** Control characters that no text has, within the first kilobyte. */
function looksBinary(bytes) {
	return bytes.subarray(0, 1024).some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13);
}
function codePoint(text, at) {
	return `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0")}`;
}
var ENCODING, STRUCTURE$2;
var init_decode = __esmMin((() => {
	init_limits$2();
	ENCODING = "HX-1005";
	STRUCTURE$2 = "HX-1001";
}));
// core/harness/prolog.ts
/** The first reason in front of the root element why this is no document that can be read. */
function faultOfProlog(text) {
	const declared = DECLARATION.exec(text);
	if (declared !== null && declared[2]?.toLowerCase() !== "utf-8") {
		const start = declared[0].lastIndexOf("encoding");
		return {
			code: "HX-1005",
			message: `the XML declaration says encoding '${shorten(declared[2] ?? "")}', and a document must be UTF-8: save it so and declare UTF-8, or nothing`,
			start,
			end: declared[0].length
		};
	}
	const at = rootOffset(text);
	if (at >= text.length) return fault(text.length === 0 ? EMPTY : NO_ROOT, 0, text.length);
	if (text.startsWith("<!DOCTYPE", at)) {
		const end = text.indexOf(">", at);
		return fault("a DOCTYPE is not accepted, since it could define entities or name files: delete it", at, end < 0 ? text.length : end + 1);
	}
	if (text.startsWith("<", at)) return null;
	return fault(otherContent(text, at), at, at + 1);
}
/** Offset of the first character that is no blank, comment or processing instruction. */
function rootOffset(text) {
	let at = 0;
	for (;;) {
		BLANKS$1.lastIndex = at;
		at += BLANKS$1.exec(text)?.[0].length ?? 0;
		const close = text.startsWith("<!--", at) ? "-->" : text.startsWith("<?", at) ? "?>" : null;
		if (close === null) return at;
		const end = text.indexOf(close, at);
		if (end < 0) return at;
		at = end + close.length;
	}
}
function otherContent(text, at) {
	const first = text.charAt(at);
	if (first === "{" || first === "[") return "this is JSON, not XML: a document begins with `<`";
	return `this is not XML: a document begins with \`<\`, not with '${String.fromCodePoint(text.codePointAt(at) ?? 0)}'`;
}
function fault(message, start, end) {
	return {
		code: STRUCTURE$1,
		message,
		start,
		end
	};
}
/** A value as it is shown in a message: not longer than a line can hold. */
function shorten(value, length = 60) {
	const flat = value.replace(/\p{Cc}/gu, "�");
	return flat.length <= length ? flat : `${flat.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
var STRUCTURE$1, DECLARATION, BLANKS$1, EMPTY, NO_ROOT;
var init_prolog = __esmMin((() => {
	STRUCTURE$1 = "HX-1001";
	DECLARATION = /^<\?xml[ \t\r\n][^>]*?encoding[ \t\r\n]*=[ \t\r\n]*(["'])([^"'>]*)\1/;
	BLANKS$1 = /[ \t\r\n]*/y;
	EMPTY = "the file is empty; a HarnessXML document begins with <harness xmlns=\"https://harnessxml.com/spec/1.0\" …>";
	NO_ROOT = "the file has no element; a HarnessXML document has a root <harness xmlns=\"https://harnessxml.com/spec/1.0\" …>";
}));
// core/harness/references.ts
/** The path or URL that `reference` means inside the document at `base`. */
function resolveReference(base, reference) {
	const target = partsOf(reference);
	if (target.origin !== "") return target.origin + withoutDots(target.path);
	const from = partsOf(base);
	const path = target.path.startsWith("/") ? target.path : from.path.slice(0, from.path.lastIndexOf("/") + 1) + target.path;
	return from.origin + withoutDots(path);
}
function partsOf(reference) {
	const withoutFragment = reference.replace(/#.*$/s, "");
	const match = /^([A-Za-z][A-Za-z0-9+.-]+:(?:\/\/[^/?]*)?)(.*)$/s.exec(withoutFragment);
	if (match === null) return {
		origin: "",
		path: withoutFragment.replaceAll("\\", "/")
	};
	return {
		origin: (match[1] ?? "").toLowerCase(),
		path: match[2] ?? ""
	};
}
/** `a/./b/../c` is `a/c`; a leading `..` of a relative path stays. */
function withoutDots(path) {
	const [beforeQuery = "", query] = splitOnce(path, "?");
	const kept = [];
	for (const segment of beforeQuery.split("/")) {
		const last = kept.at(-1);
		if (segment === ".") continue;
		if (segment === ".." && last !== void 0 && last !== ".." && last !== "") kept.pop();
		else if (segment === ".." && last === "" && kept.length === 1) continue;
		else kept.push(segment);
	}
	return kept.join("/") + (query === void 0 ? "" : `?${query}`);
}
function splitOnce(text, separator) {
	const at = text.indexOf(separator);
	return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
var init_references$1 = __esmMin((() => {}));
// ../../work/main/node_modules/xmlchars/xml/1.0/ed5.js
var require_ed5 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/**
	* Character classes and associated utilities for the 5th edition of XML 1.0.
	*
	* @author Louis-Dominique Dubeau
	* @license MIT
	* @copyright Louis-Dominique Dubeau
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.CHAR = "	\n\r -퟿-�𐀀-􏿿";
	exports.S = " 	\r\n";
	exports.NAME_START_CHAR = ":A-Z_a-zÀ-ÖØ-öø-˿Ͱ-ͽͿ-῿‌‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�𐀀-󯿿";
	exports.NAME_CHAR = "-" + exports.NAME_START_CHAR + ".0-9·̀-ͯ‿-⁀";
	exports.CHAR_RE = new RegExp("^[" + exports.CHAR + "]$", "u");
	exports.S_RE = new RegExp("^[" + exports.S + "]+$", "u");
	exports.NAME_START_CHAR_RE = new RegExp("^[" + exports.NAME_START_CHAR + "]$", "u");
	exports.NAME_CHAR_RE = new RegExp("^[" + exports.NAME_CHAR + "]$", "u");
	exports.NAME_RE = new RegExp("^[" + exports.NAME_START_CHAR + "][" + exports.NAME_CHAR + "]*$", "u");
	exports.NMTOKEN_RE = new RegExp("^[" + exports.NAME_CHAR + "]+$", "u");
	var TAB = 9;
	var NL = 10;
	var CR = 13;
	var SPACE = 32;
	/** All characters in the ``S`` production. */
	exports.S_LIST = [
		SPACE,
		NL,
		CR,
		TAB
	];
	/**
	* Determines whether a codepoint matches the ``CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``CHAR``.
	*/
	function isChar(c) {
		return c >= SPACE && c <= 55295 || c === NL || c === CR || c === TAB || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
	}
	exports.isChar = isChar;
	/**
	* Determines whether a codepoint matches the ``S`` (space) production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``S``.
	*/
	function isS(c) {
		return c === SPACE || c === NL || c === CR || c === TAB;
	}
	exports.isS = isS;
	/**
	* Determines whether a codepoint matches the ``NAME_START_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``NAME_START_CHAR``.
	*/
	function isNameStartChar(c) {
		return c >= 65 && c <= 90 || c >= 97 && c <= 122 || c === 58 || c === 95 || c === 8204 || c === 8205 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
	}
	exports.isNameStartChar = isNameStartChar;
	/**
	* Determines whether a codepoint matches the ``NAME_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``NAME_CHAR``.
	*/
	function isNameChar(c) {
		return isNameStartChar(c) || c >= 48 && c <= 57 || c === 45 || c === 46 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
	}
	exports.isNameChar = isNameChar;
}));
// ../../work/main/node_modules/xmlchars/xml/1.1/ed2.js
var require_ed2 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/**
	* Character classes and associated utilities for the 2nd edition of XML 1.1.
	*
	* @author Louis-Dominique Dubeau
	* @license MIT
	* @copyright Louis-Dominique Dubeau
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.CHAR = "-퟿-�𐀀-􏿿";
	exports.RESTRICTED_CHAR = "-\b\v\f---";
	exports.S = " 	\r\n";
	exports.NAME_START_CHAR = ":A-Z_a-zÀ-ÖØ-öø-˿Ͱ-ͽͿ-῿‌‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�𐀀-󯿿";
	exports.NAME_CHAR = "-" + exports.NAME_START_CHAR + ".0-9·̀-ͯ‿-⁀";
	exports.CHAR_RE = new RegExp("^[" + exports.CHAR + "]$", "u");
	exports.RESTRICTED_CHAR_RE = new RegExp("^[" + exports.RESTRICTED_CHAR + "]$", "u");
	exports.S_RE = new RegExp("^[" + exports.S + "]+$", "u");
	exports.NAME_START_CHAR_RE = new RegExp("^[" + exports.NAME_START_CHAR + "]$", "u");
	exports.NAME_CHAR_RE = new RegExp("^[" + exports.NAME_CHAR + "]$", "u");
	exports.NAME_RE = new RegExp("^[" + exports.NAME_START_CHAR + "][" + exports.NAME_CHAR + "]*$", "u");
	exports.NMTOKEN_RE = new RegExp("^[" + exports.NAME_CHAR + "]+$", "u");
	var TAB = 9;
	var NL = 10;
	var CR = 13;
	var SPACE = 32;
	/** All characters in the ``S`` production. */
	exports.S_LIST = [
		SPACE,
		NL,
		CR,
		TAB
	];
	/**
	* Determines whether a codepoint matches the ``CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``CHAR``.
	*/
	function isChar(c) {
		return c >= 1 && c <= 55295 || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
	}
	exports.isChar = isChar;
	/**
	* Determines whether a codepoint matches the ``RESTRICTED_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``RESTRICTED_CHAR``.
	*/
	function isRestrictedChar(c) {
		return c >= 1 && c <= 8 || c === 11 || c === 12 || c >= 14 && c <= 31 || c >= 127 && c <= 132 || c >= 134 && c <= 159;
	}
	exports.isRestrictedChar = isRestrictedChar;
	/**
	* Determines whether a codepoint matches the ``CHAR`` production and does not
	* match the ``RESTRICTED_CHAR`` production. ``isCharAndNotRestricted(x)`` is
	* equivalent to ``isChar(x) && !isRestrictedChar(x)``. This function is faster
	* than running the two-call equivalent.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``CHAR`` and does not match
	* ``RESTRICTED_CHAR``.
	*/
	function isCharAndNotRestricted(c) {
		return c === 9 || c === 10 || c === 13 || c > 31 && c < 127 || c === 133 || c > 159 && c <= 55295 || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
	}
	exports.isCharAndNotRestricted = isCharAndNotRestricted;
	/**
	* Determines whether a codepoint matches the ``S`` (space) production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``S``.
	*/
	function isS(c) {
		return c === SPACE || c === NL || c === CR || c === TAB;
	}
	exports.isS = isS;
	/**
	* Determines whether a codepoint matches the ``NAME_START_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``NAME_START_CHAR``.
	*/
	function isNameStartChar(c) {
		return c >= 65 && c <= 90 || c >= 97 && c <= 122 || c === 58 || c === 95 || c === 8204 || c === 8205 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
	}
	exports.isNameStartChar = isNameStartChar;
	/**
	* Determines whether a codepoint matches the ``NAME_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``NAME_CHAR``.
	*/
	function isNameChar(c) {
		return isNameStartChar(c) || c >= 48 && c <= 57 || c === 45 || c === 46 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
	}
	exports.isNameChar = isNameChar;
}));
// ../../work/main/node_modules/xmlchars/xmlns/1.0/ed3.js
var require_ed3 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/**
	* Character class utilities for XML NS 1.0 edition 3.
	*
	* @author Louis-Dominique Dubeau
	* @license MIT
	* @copyright Louis-Dominique Dubeau
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NC_NAME_START_CHAR = "A-Z_a-zÀ-ÖØ-öø-˿Ͱ-ͽͿ-῿‌-‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�𐀀-󯿿";
	exports.NC_NAME_CHAR = "-" + exports.NC_NAME_START_CHAR + ".0-9·̀-ͯ‿-⁀";
	exports.NC_NAME_START_CHAR_RE = new RegExp("^[" + exports.NC_NAME_START_CHAR + "]$", "u");
	exports.NC_NAME_CHAR_RE = new RegExp("^[" + exports.NC_NAME_CHAR + "]$", "u");
	exports.NC_NAME_RE = new RegExp("^[" + exports.NC_NAME_START_CHAR + "][" + exports.NC_NAME_CHAR + "]*$", "u");
	/**
	* Determines whether a codepoint matches [[NC_NAME_START_CHAR]].
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches.
	*/
	function isNCNameStartChar(c) {
		return c >= 65 && c <= 90 || c === 95 || c >= 97 && c <= 122 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8204 && c <= 8205 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
	}
	exports.isNCNameStartChar = isNCNameStartChar;
	/**
	* Determines whether a codepoint matches [[NC_NAME_CHAR]].
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches.
	*/
	function isNCNameChar(c) {
		return isNCNameStartChar(c) || c === 45 || c === 46 || c >= 48 && c <= 57 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
	}
	exports.isNCNameChar = isNCNameChar;
}));
// ../../work/main/node_modules/saxes/saxes.js
var require_saxes = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.SaxesParser = exports.EVENTS = void 0;
	var ed5 = require_ed5();
	var ed2 = require_ed2();
	var NSed3 = require_ed3();
	var isS = ed5.isS;
	var isChar10 = ed5.isChar;
	var isNameStartChar = ed5.isNameStartChar;
	var isNameChar = ed5.isNameChar;
	var S_LIST = ed5.S_LIST;
	var NAME_RE = ed5.NAME_RE;
	var isChar11 = ed2.isChar;
	var isNCNameStartChar = NSed3.isNCNameStartChar;
	var isNCNameChar = NSed3.isNCNameChar;
	var NC_NAME_RE = NSed3.NC_NAME_RE;
	var XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
	var XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";
	var rootNS = {
		__proto__: null,
		xml: XML_NAMESPACE,
		xmlns: XMLNS_NAMESPACE
	};
	var XML_ENTITIES = {
		__proto__: null,
		amp: "&",
		gt: ">",
		lt: "<",
		quot: "\"",
		apos: "'"
	};
	var EOC = -1;
	var NL_LIKE = -2;
	var S_BEGIN = 0;
	var S_BEGIN_WHITESPACE = 1;
	var S_DOCTYPE = 2;
	var S_DOCTYPE_QUOTE = 3;
	var S_DTD = 4;
	var S_DTD_QUOTED = 5;
	var S_DTD_OPEN_WAKA = 6;
	var S_DTD_OPEN_WAKA_BANG = 7;
	var S_DTD_COMMENT = 8;
	var S_DTD_COMMENT_ENDING = 9;
	var S_DTD_COMMENT_ENDED = 10;
	var S_DTD_PI = 11;
	var S_DTD_PI_ENDING = 12;
	var S_TEXT = 13;
	var S_ENTITY = 14;
	var S_OPEN_WAKA = 15;
	var S_OPEN_WAKA_BANG = 16;
	var S_COMMENT = 17;
	var S_COMMENT_ENDING = 18;
	var S_COMMENT_ENDED = 19;
	var S_CDATA = 20;
	var S_CDATA_ENDING = 21;
	var S_CDATA_ENDING_2 = 22;
	var S_PI_FIRST_CHAR = 23;
	var S_PI_REST = 24;
	var S_PI_BODY = 25;
	var S_PI_ENDING = 26;
	var S_XML_DECL_NAME_START = 27;
	var S_XML_DECL_NAME = 28;
	var S_XML_DECL_EQ = 29;
	var S_XML_DECL_VALUE_START = 30;
	var S_XML_DECL_VALUE = 31;
	var S_XML_DECL_SEPARATOR = 32;
	var S_XML_DECL_ENDING = 33;
	var S_OPEN_TAG = 34;
	var S_OPEN_TAG_SLASH = 35;
	var S_ATTRIB = 36;
	var S_ATTRIB_NAME = 37;
	var S_ATTRIB_NAME_SAW_WHITE = 38;
	var S_ATTRIB_VALUE = 39;
	var S_ATTRIB_VALUE_QUOTED = 40;
	var S_ATTRIB_VALUE_CLOSED = 41;
	var S_ATTRIB_VALUE_UNQUOTED = 42;
	var S_CLOSE_TAG = 43;
	var S_CLOSE_TAG_SAW_WHITE = 44;
	var TAB = 9;
	var NL = 10;
	var CR = 13;
	var SPACE = 32;
	var BANG = 33;
	var DQUOTE = 34;
	var AMP = 38;
	var SQUOTE = 39;
	var MINUS = 45;
	var FORWARD_SLASH = 47;
	var SEMICOLON = 59;
	var LESS = 60;
	var EQUAL = 61;
	var GREATER = 62;
	var QUESTION = 63;
	var OPEN_BRACKET = 91;
	var CLOSE_BRACKET = 93;
	var NEL = 133;
	var LS = 8232;
	var isQuote = (c) => c === DQUOTE || c === SQUOTE;
	var QUOTES = [DQUOTE, SQUOTE];
	var DOCTYPE_TERMINATOR = [
		...QUOTES,
		OPEN_BRACKET,
		GREATER
	];
	var DTD_TERMINATOR = [
		...QUOTES,
		LESS,
		CLOSE_BRACKET
	];
	var XML_DECL_NAME_TERMINATOR = [
		EQUAL,
		QUESTION,
		...S_LIST
	];
	var ATTRIB_VALUE_UNQUOTED_TERMINATOR = [
		...S_LIST,
		GREATER,
		AMP,
		LESS
	];
	function nsPairCheck(parser, prefix, uri) {
		switch (prefix) {
			case "xml":
				if (uri !== XML_NAMESPACE) parser.fail(`xml prefix must be bound to ${XML_NAMESPACE}.`);
				break;
			case "xmlns": if (uri !== XMLNS_NAMESPACE) parser.fail(`xmlns prefix must be bound to ${XMLNS_NAMESPACE}.`);
		}
		switch (uri) {
			case XMLNS_NAMESPACE:
				parser.fail(prefix === "" ? `the default namespace may not be set to ${uri}.` : `may not assign a prefix (even "xmlns") to the URI \
${XMLNS_NAMESPACE}.`);
				break;
			case XML_NAMESPACE: switch (prefix) {
				case "xml": break;
				case "":
					parser.fail(`the default namespace may not be set to ${uri}.`);
					break;
				default: parser.fail("may not assign the xml namespace to another prefix.");
			}
		}
	}
	function nsMappingCheck(parser, mapping) {
		for (const local of Object.keys(mapping)) nsPairCheck(parser, local, mapping[local]);
	}
	var isNCName = (name) => NC_NAME_RE.test(name);
	var isName = (name) => NAME_RE.test(name);
	var FORBIDDEN_START = 0;
	var FORBIDDEN_BRACKET = 1;
	var FORBIDDEN_BRACKET_BRACKET = 2;
	/**
	* The list of supported events.
	*/
	exports.EVENTS = [
		"xmldecl",
		"text",
		"processinginstruction",
		"doctype",
		"comment",
		"opentagstart",
		"attribute",
		"opentag",
		"closetag",
		"cdata",
		"error",
		"end",
		"ready"
	];
	var EVENT_NAME_TO_HANDLER_NAME = {
		xmldecl: "xmldeclHandler",
		text: "textHandler",
		processinginstruction: "piHandler",
		doctype: "doctypeHandler",
		comment: "commentHandler",
		opentagstart: "openTagStartHandler",
		attribute: "attributeHandler",
		opentag: "openTagHandler",
		closetag: "closeTagHandler",
		cdata: "cdataHandler",
		error: "errorHandler",
		end: "endHandler",
		ready: "readyHandler"
	};
	var SaxesParser = class {
		/**
		* @param opt The parser options.
		*/
		constructor(opt) {
			this.opt = opt !== null && opt !== void 0 ? opt : {};
			this.fragmentOpt = !!this.opt.fragment;
			const xmlnsOpt = this.xmlnsOpt = !!this.opt.xmlns;
			this.trackPosition = this.opt.position !== false;
			this.fileName = this.opt.fileName;
			if (xmlnsOpt) {
				this.nameStartCheck = isNCNameStartChar;
				this.nameCheck = isNCNameChar;
				this.isName = isNCName;
				this.processAttribs = this.processAttribsNS;
				this.pushAttrib = this.pushAttribNS;
				this.ns = Object.assign({ __proto__: null }, rootNS);
				const additional = this.opt.additionalNamespaces;
				if (additional != null) {
					nsMappingCheck(this, additional);
					Object.assign(this.ns, additional);
				}
			} else {
				this.nameStartCheck = isNameStartChar;
				this.nameCheck = isNameChar;
				this.isName = isName;
				this.processAttribs = this.processAttribsPlain;
				this.pushAttrib = this.pushAttribPlain;
			}
			this.stateTable = [
				this.sBegin,
				this.sBeginWhitespace,
				this.sDoctype,
				this.sDoctypeQuote,
				this.sDTD,
				this.sDTDQuoted,
				this.sDTDOpenWaka,
				this.sDTDOpenWakaBang,
				this.sDTDComment,
				this.sDTDCommentEnding,
				this.sDTDCommentEnded,
				this.sDTDPI,
				this.sDTDPIEnding,
				this.sText,
				this.sEntity,
				this.sOpenWaka,
				this.sOpenWakaBang,
				this.sComment,
				this.sCommentEnding,
				this.sCommentEnded,
				this.sCData,
				this.sCDataEnding,
				this.sCDataEnding2,
				this.sPIFirstChar,
				this.sPIRest,
				this.sPIBody,
				this.sPIEnding,
				this.sXMLDeclNameStart,
				this.sXMLDeclName,
				this.sXMLDeclEq,
				this.sXMLDeclValueStart,
				this.sXMLDeclValue,
				this.sXMLDeclSeparator,
				this.sXMLDeclEnding,
				this.sOpenTag,
				this.sOpenTagSlash,
				this.sAttrib,
				this.sAttribName,
				this.sAttribNameSawWhite,
				this.sAttribValue,
				this.sAttribValueQuoted,
				this.sAttribValueClosed,
				this.sAttribValueUnquoted,
				this.sCloseTag,
				this.sCloseTagSawWhite
			];
			this._init();
		}
		/**
		* Indicates whether or not the parser is closed. If ``true``, wait for
		* the ``ready`` event to write again.
		*/
		get closed() {
			return this._closed;
		}
		_init() {
			var _a;
			this.openWakaBang = "";
			this.text = "";
			this.name = "";
			this.piTarget = "";
			this.entity = "";
			this.q = null;
			this.tags = [];
			this.tag = null;
			this.topNS = null;
			this.chunk = "";
			this.chunkPosition = 0;
			this.i = 0;
			this.prevI = 0;
			this.carriedFromPrevious = void 0;
			this.forbiddenState = FORBIDDEN_START;
			this.attribList = [];
			const { fragmentOpt } = this;
			this.state = fragmentOpt ? S_TEXT : S_BEGIN;
			this.reportedTextBeforeRoot = this.reportedTextAfterRoot = this.closedRoot = this.sawRoot = fragmentOpt;
			this.xmlDeclPossible = !fragmentOpt;
			this.xmlDeclExpects = ["version"];
			this.entityReturnState = void 0;
			let { defaultXMLVersion } = this.opt;
			if (defaultXMLVersion === void 0) {
				if (this.opt.forceXMLVersion === true) throw new Error("forceXMLVersion set but defaultXMLVersion is not set");
				defaultXMLVersion = "1.0";
			}
			this.setXMLVersion(defaultXMLVersion);
			this.positionAtNewLine = 0;
			this.doctype = false;
			this._closed = false;
			this.xmlDecl = {
				version: void 0,
				encoding: void 0,
				standalone: void 0
			};
			this.line = 1;
			this.column = 0;
			this.ENTITIES = Object.create(XML_ENTITIES);
			(_a = this.readyHandler) === null || _a === void 0 || _a.call(this);
		}
		/**
		* The stream position the parser is currently looking at. This field is
		* zero-based.
		*
		* This field is not based on counting Unicode characters but is to be
		* interpreted as a plain index into a JavaScript string.
		*/
		get position() {
			return this.chunkPosition + this.i;
		}
		/**
		* The column number of the next character to be read by the parser.  *
		* This field is zero-based. (The first column in a line is 0.)
		*
		* This field reports the index at which the next character would be in the
		* line if the line were represented as a JavaScript string.  Note that this
		* *can* be different to a count based on the number of *Unicode characters*
		* due to how JavaScript handles astral plane characters.
		*
		* See [[column]] for a number that corresponds to a count of Unicode
		* characters.
		*/
		get columnIndex() {
			return this.position - this.positionAtNewLine;
		}
		/**
		* Set an event listener on an event. The parser supports one handler per
		* event type. If you try to set an event handler over an existing handler,
		* the old handler is silently overwritten.
		*
		* @param name The event to listen to.
		*
		* @param handler The handler to set.
		*/
		on(name, handler) {
			this[EVENT_NAME_TO_HANDLER_NAME[name]] = handler;
		}
		/**
		* Unset an event handler.
		*
		* @parma name The event to stop listening to.
		*/
		off(name) {
			this[EVENT_NAME_TO_HANDLER_NAME[name]] = void 0;
		}
		/**
		* Make an error object. The error object will have a message that contains
		* the ``fileName`` option passed at the creation of the parser. If position
		* tracking was turned on, it will also have line and column number
		* information.
		*
		* @param message The message describing the error to report.
		*
		* @returns An error object with a properly formatted message.
		*/
		makeError(message) {
			var _a;
			let msg = (_a = this.fileName) !== null && _a !== void 0 ? _a : "";
			if (this.trackPosition) {
				if (msg.length > 0) msg += ":";
				msg += `${this.line}:${this.column}`;
			}
			if (msg.length > 0) msg += ": ";
			return new Error(msg + message);
		}
		/**
		* Report a parsing error. This method is made public so that client code may
		* check for issues that are outside the scope of this project and can report
		* errors.
		*
		* @param message The error to report.
		*
		* @returns this
		*/
		fail(message) {
			const err = this.makeError(message);
			const handler = this.errorHandler;
			if (handler === void 0) throw err;
			else handler(err);
			return this;
		}
		/**
		* Write a XML data to the parser.
		*
		* @param chunk The XML data to write.
		*
		* @returns this
		*/
		write(chunk) {
			if (this.closed) return this.fail("cannot write after close; assign an onready handler.");
			let end = false;
			if (chunk === null) {
				end = true;
				chunk = "";
			} else if (typeof chunk === "object") chunk = chunk.toString();
			if (this.carriedFromPrevious !== void 0) {
				chunk = `${this.carriedFromPrevious}${chunk}`;
				this.carriedFromPrevious = void 0;
			}
			let limit = chunk.length;
			const lastCode = chunk.charCodeAt(limit - 1);
			if (!end && (lastCode === CR || lastCode >= 55296 && lastCode <= 56319)) {
				this.carriedFromPrevious = chunk[limit - 1];
				limit--;
				chunk = chunk.slice(0, limit);
			}
			const { stateTable } = this;
			this.chunk = chunk;
			this.i = 0;
			while (this.i < limit) stateTable[this.state].call(this);
			this.chunkPosition += limit;
			return end ? this.end() : this;
		}
		/**
		* Close the current stream. Perform final well-formedness checks and reset
		* the parser tstate.
		*
		* @returns this
		*/
		close() {
			return this.write(null);
		}
		/**
		* Get a single code point out of the current chunk. This updates the current
		* position if we do position tracking.
		*
		* This is the algorithm to use for XML 1.0.
		*
		* @returns The character read.
		*/
		getCode10() {
			const { chunk, i } = this;
			this.prevI = i;
			this.i = i + 1;
			if (i >= chunk.length) return EOC;
			const code = chunk.charCodeAt(i);
			this.column++;
			if (code < 55296) {
				if (code >= SPACE || code === TAB) return code;
				switch (code) {
					case NL:
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL;
					case CR:
						if (chunk.charCodeAt(i + 1) === NL) this.i = i + 2;
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL_LIKE;
					default:
						this.fail("disallowed character.");
						return code;
				}
			}
			if (code > 56319) {
				if (!(code >= 57344 && code <= 65533)) this.fail("disallowed character.");
				return code;
			}
			const final = 65536 + (code - 55296) * 1024 + (chunk.charCodeAt(i + 1) - 56320);
			this.i = i + 2;
			if (final > 1114111) this.fail("disallowed character.");
			return final;
		}
		/**
		* Get a single code point out of the current chunk. This updates the current
		* position if we do position tracking.
		*
		* This is the algorithm to use for XML 1.1.
		*
		* @returns {number} The character read.
		*/
		getCode11() {
			const { chunk, i } = this;
			this.prevI = i;
			this.i = i + 1;
			if (i >= chunk.length) return EOC;
			const code = chunk.charCodeAt(i);
			this.column++;
			if (code < 55296) {
				if (code > 31 && code < 127 || code > 159 && code !== LS || code === TAB) return code;
				switch (code) {
					case NL:
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL;
					case CR: {
						const next = chunk.charCodeAt(i + 1);
						if (next === NL || next === NEL) this.i = i + 2;
					}
					case NEL:
					case LS:
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL_LIKE;
					default:
						this.fail("disallowed character.");
						return code;
				}
			}
			if (code > 56319) {
				if (!(code >= 57344 && code <= 65533)) this.fail("disallowed character.");
				return code;
			}
			const final = 65536 + (code - 55296) * 1024 + (chunk.charCodeAt(i + 1) - 56320);
			this.i = i + 2;
			if (final > 1114111) this.fail("disallowed character.");
			return final;
		}
		/**
		* Like ``getCode`` but with the return value normalized so that ``NL`` is
		* returned for ``NL_LIKE``.
		*/
		getCodeNorm() {
			const c = this.getCode();
			return c === NL_LIKE ? NL : c;
		}
		unget() {
			this.i = this.prevI;
			this.column--;
		}
		/**
		* Capture characters into a buffer until encountering one of a set of
		* characters.
		*
		* @param chars An array of codepoints. Encountering a character in the array
		* ends the capture. (``chars`` may safely contain ``NL``.)
		*
		* @return The character code that made the capture end, or ``EOC`` if we hit
		* the end of the chunk. The return value cannot be NL_LIKE: NL is returned
		* instead.
		*/
		captureTo(chars) {
			let { i: start } = this;
			const { chunk } = this;
			while (true) {
				const c = this.getCode();
				const isNLLike = c === NL_LIKE;
				const final = isNLLike ? NL : c;
				if (final === EOC || chars.includes(final)) {
					this.text += chunk.slice(start, this.prevI);
					return final;
				}
				if (isNLLike) {
					this.text += `${chunk.slice(start, this.prevI)}\n`;
					start = this.i;
				}
			}
		}
		/**
		* Capture characters into a buffer until encountering a character.
		*
		* @param char The codepoint that ends the capture. **NOTE ``char`` MAY NOT
		* CONTAIN ``NL``.** Passing ``NL`` will result in buggy behavior.
		*
		* @return ``true`` if we ran into the character. Otherwise, we ran into the
		* end of the current chunk.
		*/
		captureToChar(char) {
			let { i: start } = this;
			const { chunk } = this;
			while (true) {
				let c = this.getCode();
				switch (c) {
					case NL_LIKE:
						this.text += `${chunk.slice(start, this.prevI)}\n`;
						start = this.i;
						c = NL;
						break;
					case EOC:
						this.text += chunk.slice(start);
						return false;
				}
				if (c === char) {
					this.text += chunk.slice(start, this.prevI);
					return true;
				}
			}
		}
		/**
		* Capture characters that satisfy ``isNameChar`` into the ``name`` field of
		* this parser.
		*
		* @return The character code that made the test fail, or ``EOC`` if we hit
		* the end of the chunk. The return value cannot be NL_LIKE: NL is returned
		* instead.
		*/
		captureNameChars() {
			const { chunk, i: start } = this;
			while (true) {
				const c = this.getCode();
				if (c === EOC) {
					this.name += chunk.slice(start);
					return EOC;
				}
				if (!isNameChar(c)) {
					this.name += chunk.slice(start, this.prevI);
					return c === NL_LIKE ? NL : c;
				}
			}
		}
		/**
		* Skip white spaces.
		*
		* @return The character that ended the skip, or ``EOC`` if we hit
		* the end of the chunk. The return value cannot be NL_LIKE: NL is returned
		* instead.
		*/
		skipSpaces() {
			while (true) {
				const c = this.getCodeNorm();
				if (c === EOC || !isS(c)) return c;
			}
		}
		setXMLVersion(version) {
			this.currentXMLVersion = version;
			if (version === "1.0") {
				this.isChar = isChar10;
				this.getCode = this.getCode10;
			} else {
				this.isChar = isChar11;
				this.getCode = this.getCode11;
			}
		}
		sBegin() {
			if (this.chunk.charCodeAt(0) === 65279) {
				this.i++;
				this.column++;
			}
			this.state = S_BEGIN_WHITESPACE;
		}
		sBeginWhitespace() {
			const iBefore = this.i;
			const c = this.skipSpaces();
			if (this.prevI !== iBefore) this.xmlDeclPossible = false;
			switch (c) {
				case LESS:
					this.state = S_OPEN_WAKA;
					if (this.text.length !== 0) throw new Error("no-empty text at start");
					break;
				case EOC: break;
				default:
					this.unget();
					this.state = S_TEXT;
					this.xmlDeclPossible = false;
			}
		}
		sDoctype() {
			var _a;
			const c = this.captureTo(DOCTYPE_TERMINATOR);
			switch (c) {
				case GREATER:
					(_a = this.doctypeHandler) === null || _a === void 0 || _a.call(this, this.text);
					this.text = "";
					this.state = S_TEXT;
					this.doctype = true;
					break;
				case EOC: break;
				default:
					this.text += String.fromCodePoint(c);
					if (c === OPEN_BRACKET) this.state = S_DTD;
					else if (isQuote(c)) {
						this.state = S_DOCTYPE_QUOTE;
						this.q = c;
					}
			}
		}
		sDoctypeQuote() {
			const q = this.q;
			if (this.captureToChar(q)) {
				this.text += String.fromCodePoint(q);
				this.q = null;
				this.state = S_DOCTYPE;
			}
		}
		sDTD() {
			const c = this.captureTo(DTD_TERMINATOR);
			if (c === EOC) return;
			this.text += String.fromCodePoint(c);
			if (c === CLOSE_BRACKET) this.state = S_DOCTYPE;
			else if (c === LESS) this.state = S_DTD_OPEN_WAKA;
			else if (isQuote(c)) {
				this.state = S_DTD_QUOTED;
				this.q = c;
			}
		}
		sDTDQuoted() {
			const q = this.q;
			if (this.captureToChar(q)) {
				this.text += String.fromCodePoint(q);
				this.state = S_DTD;
				this.q = null;
			}
		}
		sDTDOpenWaka() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			switch (c) {
				case BANG:
					this.state = S_DTD_OPEN_WAKA_BANG;
					this.openWakaBang = "";
					break;
				case QUESTION:
					this.state = S_DTD_PI;
					break;
				default: this.state = S_DTD;
			}
		}
		sDTDOpenWakaBang() {
			const char = String.fromCodePoint(this.getCodeNorm());
			const owb = this.openWakaBang += char;
			this.text += char;
			if (owb !== "-") {
				this.state = owb === "--" ? S_DTD_COMMENT : S_DTD;
				this.openWakaBang = "";
			}
		}
		sDTDComment() {
			if (this.captureToChar(MINUS)) {
				this.text += "-";
				this.state = S_DTD_COMMENT_ENDING;
			}
		}
		sDTDCommentEnding() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			this.state = c === MINUS ? S_DTD_COMMENT_ENDED : S_DTD_COMMENT;
		}
		sDTDCommentEnded() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			if (c === GREATER) this.state = S_DTD;
			else {
				this.fail("malformed comment.");
				this.state = S_DTD_COMMENT;
			}
		}
		sDTDPI() {
			if (this.captureToChar(QUESTION)) {
				this.text += "?";
				this.state = S_DTD_PI_ENDING;
			}
		}
		sDTDPIEnding() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			if (c === GREATER) this.state = S_DTD;
		}
		sText() {
			if (this.tags.length !== 0) this.handleTextInRoot();
			else this.handleTextOutsideRoot();
		}
		sEntity() {
			let { i: start } = this;
			const { chunk } = this;
			loop: while (true) switch (this.getCode()) {
				case NL_LIKE:
					this.entity += `${chunk.slice(start, this.prevI)}\n`;
					start = this.i;
					break;
				case SEMICOLON: {
					const { entityReturnState } = this;
					const entity = this.entity + chunk.slice(start, this.prevI);
					this.state = entityReturnState;
					let parsed;
					if (entity === "") {
						this.fail("empty entity name.");
						parsed = "&;";
					} else {
						parsed = this.parseEntity(entity);
						this.entity = "";
					}
					if (entityReturnState !== S_TEXT || this.textHandler !== void 0) this.text += parsed;
					break loop;
				}
				case EOC:
					this.entity += chunk.slice(start);
					break loop;
			}
		}
		sOpenWaka() {
			const c = this.getCode();
			if (isNameStartChar(c)) {
				this.state = S_OPEN_TAG;
				this.unget();
				this.xmlDeclPossible = false;
			} else switch (c) {
				case FORWARD_SLASH:
					this.state = S_CLOSE_TAG;
					this.xmlDeclPossible = false;
					break;
				case BANG:
					this.state = S_OPEN_WAKA_BANG;
					this.openWakaBang = "";
					this.xmlDeclPossible = false;
					break;
				case QUESTION:
					this.state = S_PI_FIRST_CHAR;
					break;
				default:
					this.fail("disallowed character in tag name");
					this.state = S_TEXT;
					this.xmlDeclPossible = false;
			}
		}
		sOpenWakaBang() {
			this.openWakaBang += String.fromCodePoint(this.getCodeNorm());
			switch (this.openWakaBang) {
				case "[CDATA[":
					if (!this.sawRoot && !this.reportedTextBeforeRoot) {
						this.fail("text data outside of root node.");
						this.reportedTextBeforeRoot = true;
					}
					if (this.closedRoot && !this.reportedTextAfterRoot) {
						this.fail("text data outside of root node.");
						this.reportedTextAfterRoot = true;
					}
					this.state = S_CDATA;
					this.openWakaBang = "";
					break;
				case "--":
					this.state = S_COMMENT;
					this.openWakaBang = "";
					break;
				case "DOCTYPE":
					this.state = S_DOCTYPE;
					if (this.doctype || this.sawRoot) this.fail("inappropriately located doctype declaration.");
					this.openWakaBang = "";
					break;
				default: if (this.openWakaBang.length >= 7) this.fail("incorrect syntax.");
			}
		}
		sComment() {
			if (this.captureToChar(MINUS)) this.state = S_COMMENT_ENDING;
		}
		sCommentEnding() {
			var _a;
			const c = this.getCodeNorm();
			if (c === MINUS) {
				this.state = S_COMMENT_ENDED;
				(_a = this.commentHandler) === null || _a === void 0 || _a.call(this, this.text);
				this.text = "";
			} else {
				this.text += `-${String.fromCodePoint(c)}`;
				this.state = S_COMMENT;
			}
		}
		sCommentEnded() {
			const c = this.getCodeNorm();
			if (c !== GREATER) {
				this.fail("malformed comment.");
				this.text += `--${String.fromCodePoint(c)}`;
				this.state = S_COMMENT;
			} else this.state = S_TEXT;
		}
		sCData() {
			if (this.captureToChar(CLOSE_BRACKET)) this.state = S_CDATA_ENDING;
		}
		sCDataEnding() {
			const c = this.getCodeNorm();
			if (c === CLOSE_BRACKET) this.state = S_CDATA_ENDING_2;
			else {
				this.text += `]${String.fromCodePoint(c)}`;
				this.state = S_CDATA;
			}
		}
		sCDataEnding2() {
			var _a;
			const c = this.getCodeNorm();
			switch (c) {
				case GREATER:
					(_a = this.cdataHandler) === null || _a === void 0 || _a.call(this, this.text);
					this.text = "";
					this.state = S_TEXT;
					break;
				case CLOSE_BRACKET:
					this.text += "]";
					break;
				default:
					this.text += `]]${String.fromCodePoint(c)}`;
					this.state = S_CDATA;
			}
		}
		sPIFirstChar() {
			const c = this.getCodeNorm();
			if (this.nameStartCheck(c)) {
				this.piTarget += String.fromCodePoint(c);
				this.state = S_PI_REST;
			} else if (c === QUESTION || isS(c)) {
				this.fail("processing instruction without a target.");
				this.state = c === QUESTION ? S_PI_ENDING : S_PI_BODY;
			} else {
				this.fail("disallowed character in processing instruction name.");
				this.piTarget += String.fromCodePoint(c);
				this.state = S_PI_REST;
			}
		}
		sPIRest() {
			const { chunk, i: start } = this;
			while (true) {
				const c = this.getCodeNorm();
				if (c === EOC) {
					this.piTarget += chunk.slice(start);
					return;
				}
				if (!this.nameCheck(c)) {
					this.piTarget += chunk.slice(start, this.prevI);
					const isQuestion = c === QUESTION;
					if (isQuestion || isS(c)) {
						if (this.piTarget === "xml") {
							if (!this.xmlDeclPossible) this.fail("an XML declaration must be at the start of the document.");
							this.state = isQuestion ? S_XML_DECL_ENDING : S_XML_DECL_NAME_START;
						} else this.state = isQuestion ? S_PI_ENDING : S_PI_BODY;
					} else {
						this.fail("disallowed character in processing instruction name.");
						this.piTarget += String.fromCodePoint(c);
					}
					break;
				}
			}
		}
		sPIBody() {
			if (this.text.length === 0) {
				const c = this.getCodeNorm();
				if (c === QUESTION) this.state = S_PI_ENDING;
				else if (!isS(c)) this.text = String.fromCodePoint(c);
			} else if (this.captureToChar(QUESTION)) this.state = S_PI_ENDING;
		}
		sPIEnding() {
			var _a;
			const c = this.getCodeNorm();
			if (c === GREATER) {
				const { piTarget } = this;
				if (piTarget.toLowerCase() === "xml") this.fail("the XML declaration must appear at the start of the document.");
				(_a = this.piHandler) === null || _a === void 0 || _a.call(this, {
					target: piTarget,
					body: this.text
				});
				this.piTarget = this.text = "";
				this.state = S_TEXT;
			} else if (c === QUESTION) this.text += "?";
			else {
				this.text += `?${String.fromCodePoint(c)}`;
				this.state = S_PI_BODY;
			}
			this.xmlDeclPossible = false;
		}
		sXMLDeclNameStart() {
			const c = this.skipSpaces();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				return;
			}
			if (c !== EOC) {
				this.state = S_XML_DECL_NAME;
				this.name = String.fromCodePoint(c);
			}
		}
		sXMLDeclName() {
			const c = this.captureTo(XML_DECL_NAME_TERMINATOR);
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.name += this.text;
				this.text = "";
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (!(isS(c) || c === EQUAL)) return;
			this.name += this.text;
			this.text = "";
			if (!this.xmlDeclExpects.includes(this.name)) switch (this.name.length) {
				case 0:
					this.fail("did not expect any more name/value pairs.");
					break;
				case 1:
					this.fail(`expected the name ${this.xmlDeclExpects[0]}.`);
					break;
				default: this.fail(`expected one of ${this.xmlDeclExpects.join(", ")}`);
			}
			this.state = c === EQUAL ? S_XML_DECL_VALUE_START : S_XML_DECL_EQ;
		}
		sXMLDeclEq() {
			const c = this.getCodeNorm();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (isS(c)) return;
			if (c !== EQUAL) this.fail("value required.");
			this.state = S_XML_DECL_VALUE_START;
		}
		sXMLDeclValueStart() {
			const c = this.getCodeNorm();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (isS(c)) return;
			if (!isQuote(c)) {
				this.fail("value must be quoted.");
				this.q = SPACE;
			} else this.q = c;
			this.state = S_XML_DECL_VALUE;
		}
		sXMLDeclValue() {
			const c = this.captureTo([this.q, QUESTION]);
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.text = "";
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (c === EOC) return;
			const value = this.text;
			this.text = "";
			switch (this.name) {
				case "version": {
					this.xmlDeclExpects = ["encoding", "standalone"];
					const version = value;
					this.xmlDecl.version = version;
					if (!/^1\.[0-9]+$/.test(version)) this.fail("version number must match /^1\\.[0-9]+$/.");
					else if (!this.opt.forceXMLVersion) this.setXMLVersion(version);
					break;
				}
				case "encoding":
					if (!/^[A-Za-z][A-Za-z0-9._-]*$/.test(value)) this.fail("encoding value must match /^[A-Za-z0-9][A-Za-z0-9._-]*$/.");
					this.xmlDeclExpects = ["standalone"];
					this.xmlDecl.encoding = value;
					break;
				case "standalone":
					if (value !== "yes" && value !== "no") this.fail("standalone value must match \"yes\" or \"no\".");
					this.xmlDeclExpects = [];
					this.xmlDecl.standalone = value;
			}
			this.name = "";
			this.state = S_XML_DECL_SEPARATOR;
		}
		sXMLDeclSeparator() {
			const c = this.getCodeNorm();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				return;
			}
			if (!isS(c)) {
				this.fail("whitespace required.");
				this.unget();
			}
			this.state = S_XML_DECL_NAME_START;
		}
		sXMLDeclEnding() {
			var _a;
			if (this.getCodeNorm() === GREATER) {
				if (this.piTarget !== "xml") this.fail("processing instructions are not allowed before root.");
				else if (this.name !== "version" && this.xmlDeclExpects.includes("version")) this.fail("XML declaration must contain a version.");
				(_a = this.xmldeclHandler) === null || _a === void 0 || _a.call(this, this.xmlDecl);
				this.name = "";
				this.piTarget = this.text = "";
				this.state = S_TEXT;
			} else this.fail("The character ? is disallowed anywhere in XML declarations.");
			this.xmlDeclPossible = false;
		}
		sOpenTag() {
			var _a;
			const c = this.captureNameChars();
			if (c === EOC) return;
			const tag = this.tag = {
				name: this.name,
				attributes: Object.create(null)
			};
			this.name = "";
			if (this.xmlnsOpt) this.topNS = tag.ns = Object.create(null);
			(_a = this.openTagStartHandler) === null || _a === void 0 || _a.call(this, tag);
			this.sawRoot = true;
			if (!this.fragmentOpt && this.closedRoot) this.fail("documents may contain only one root.");
			switch (c) {
				case GREATER:
					this.openTag();
					break;
				case FORWARD_SLASH:
					this.state = S_OPEN_TAG_SLASH;
					break;
				default:
					if (!isS(c)) this.fail("disallowed character in tag name.");
					this.state = S_ATTRIB;
			}
		}
		sOpenTagSlash() {
			if (this.getCode() === GREATER) this.openSelfClosingTag();
			else {
				this.fail("forward-slash in opening tag not followed by >.");
				this.state = S_ATTRIB;
			}
		}
		sAttrib() {
			const c = this.skipSpaces();
			if (c === EOC) return;
			if (isNameStartChar(c)) {
				this.unget();
				this.state = S_ATTRIB_NAME;
			} else if (c === GREATER) this.openTag();
			else if (c === FORWARD_SLASH) this.state = S_OPEN_TAG_SLASH;
			else this.fail("disallowed character in attribute name.");
		}
		sAttribName() {
			const c = this.captureNameChars();
			if (c === EQUAL) this.state = S_ATTRIB_VALUE;
			else if (isS(c)) this.state = S_ATTRIB_NAME_SAW_WHITE;
			else if (c === GREATER) {
				this.fail("attribute without value.");
				this.pushAttrib(this.name, this.name);
				this.name = this.text = "";
				this.openTag();
			} else if (c !== EOC) this.fail("disallowed character in attribute name.");
		}
		sAttribNameSawWhite() {
			const c = this.skipSpaces();
			switch (c) {
				case EOC: return;
				case EQUAL:
					this.state = S_ATTRIB_VALUE;
					break;
				default:
					this.fail("attribute without value.");
					this.text = "";
					this.name = "";
					if (c === GREATER) this.openTag();
					else if (isNameStartChar(c)) {
						this.unget();
						this.state = S_ATTRIB_NAME;
					} else {
						this.fail("disallowed character in attribute name.");
						this.state = S_ATTRIB;
					}
			}
		}
		sAttribValue() {
			const c = this.getCodeNorm();
			if (isQuote(c)) {
				this.q = c;
				this.state = S_ATTRIB_VALUE_QUOTED;
			} else if (!isS(c)) {
				this.fail("unquoted attribute value.");
				this.state = S_ATTRIB_VALUE_UNQUOTED;
				this.unget();
			}
		}
		sAttribValueQuoted() {
			const { q, chunk } = this;
			let { i: start } = this;
			while (true) switch (this.getCode()) {
				case q:
					this.pushAttrib(this.name, this.text + chunk.slice(start, this.prevI));
					this.name = this.text = "";
					this.q = null;
					this.state = S_ATTRIB_VALUE_CLOSED;
					return;
				case AMP:
					this.text += chunk.slice(start, this.prevI);
					this.state = S_ENTITY;
					this.entityReturnState = S_ATTRIB_VALUE_QUOTED;
					return;
				case NL:
				case NL_LIKE:
				case TAB:
					this.text += `${chunk.slice(start, this.prevI)} `;
					start = this.i;
					break;
				case LESS:
					this.text += chunk.slice(start, this.prevI);
					this.fail("disallowed character.");
					return;
				case EOC:
					this.text += chunk.slice(start);
					return;
			}
		}
		sAttribValueClosed() {
			const c = this.getCodeNorm();
			if (isS(c)) this.state = S_ATTRIB;
			else if (c === GREATER) this.openTag();
			else if (c === FORWARD_SLASH) this.state = S_OPEN_TAG_SLASH;
			else if (isNameStartChar(c)) {
				this.fail("no whitespace between attributes.");
				this.unget();
				this.state = S_ATTRIB_NAME;
			} else this.fail("disallowed character in attribute name.");
		}
		sAttribValueUnquoted() {
			const c = this.captureTo(ATTRIB_VALUE_UNQUOTED_TERMINATOR);
			switch (c) {
				case AMP:
					this.state = S_ENTITY;
					this.entityReturnState = S_ATTRIB_VALUE_UNQUOTED;
					break;
				case LESS:
					this.fail("disallowed character.");
					break;
				case EOC: break;
				default:
					if (this.text.includes("]]>")) this.fail("the string \"]]>\" is disallowed in char data.");
					this.pushAttrib(this.name, this.text);
					this.name = this.text = "";
					if (c === GREATER) this.openTag();
					else this.state = S_ATTRIB;
			}
		}
		sCloseTag() {
			const c = this.captureNameChars();
			if (c === GREATER) this.closeTag();
			else if (isS(c)) this.state = S_CLOSE_TAG_SAW_WHITE;
			else if (c !== EOC) this.fail("disallowed character in closing tag.");
		}
		sCloseTagSawWhite() {
			switch (this.skipSpaces()) {
				case GREATER:
					this.closeTag();
					break;
				case EOC: break;
				default: this.fail("disallowed character in closing tag.");
			}
		}
		handleTextInRoot() {
			let { i: start, forbiddenState } = this;
			const { chunk, textHandler: handler } = this;
			scanLoop: while (true) switch (this.getCode()) {
				case LESS:
					this.state = S_OPEN_WAKA;
					if (handler !== void 0) {
						const { text } = this;
						const slice = chunk.slice(start, this.prevI);
						if (text.length !== 0) {
							handler(text + slice);
							this.text = "";
						} else if (slice.length !== 0) handler(slice);
					}
					forbiddenState = FORBIDDEN_START;
					break scanLoop;
				case AMP:
					this.state = S_ENTITY;
					this.entityReturnState = S_TEXT;
					if (handler !== void 0) this.text += chunk.slice(start, this.prevI);
					forbiddenState = FORBIDDEN_START;
					break scanLoop;
				case CLOSE_BRACKET:
					switch (forbiddenState) {
						case FORBIDDEN_START:
							forbiddenState = FORBIDDEN_BRACKET;
							break;
						case FORBIDDEN_BRACKET:
							forbiddenState = FORBIDDEN_BRACKET_BRACKET;
							break;
						case FORBIDDEN_BRACKET_BRACKET: break;
						default: throw new Error("impossible state");
					}
					break;
				case GREATER:
					if (forbiddenState === FORBIDDEN_BRACKET_BRACKET) this.fail("the string \"]]>\" is disallowed in char data.");
					forbiddenState = FORBIDDEN_START;
					break;
				case NL_LIKE:
					if (handler !== void 0) this.text += `${chunk.slice(start, this.prevI)}\n`;
					start = this.i;
					forbiddenState = FORBIDDEN_START;
					break;
				case EOC:
					if (handler !== void 0) this.text += chunk.slice(start);
					break scanLoop;
				default: forbiddenState = FORBIDDEN_START;
			}
			this.forbiddenState = forbiddenState;
		}
		handleTextOutsideRoot() {
			let { i: start } = this;
			const { chunk, textHandler: handler } = this;
			let nonSpace = false;
			outRootLoop: while (true) {
				const code = this.getCode();
				switch (code) {
					case LESS:
						this.state = S_OPEN_WAKA;
						if (handler !== void 0) {
							const { text } = this;
							const slice = chunk.slice(start, this.prevI);
							if (text.length !== 0) {
								handler(text + slice);
								this.text = "";
							} else if (slice.length !== 0) handler(slice);
						}
						break outRootLoop;
					case AMP:
						this.state = S_ENTITY;
						this.entityReturnState = S_TEXT;
						if (handler !== void 0) this.text += chunk.slice(start, this.prevI);
						nonSpace = true;
						break outRootLoop;
					case NL_LIKE:
						if (handler !== void 0) this.text += `${chunk.slice(start, this.prevI)}\n`;
						start = this.i;
						break;
					case EOC:
						if (handler !== void 0) this.text += chunk.slice(start);
						break outRootLoop;
					default: if (!isS(code)) nonSpace = true;
				}
			}
			if (!nonSpace) return;
			if (!this.sawRoot && !this.reportedTextBeforeRoot) {
				this.fail("text data outside of root node.");
				this.reportedTextBeforeRoot = true;
			}
			if (this.closedRoot && !this.reportedTextAfterRoot) {
				this.fail("text data outside of root node.");
				this.reportedTextAfterRoot = true;
			}
		}
		pushAttribNS(name, value) {
			var _a;
			const { prefix, local } = this.qname(name);
			const attr = {
				name,
				prefix,
				local,
				value
			};
			this.attribList.push(attr);
			(_a = this.attributeHandler) === null || _a === void 0 || _a.call(this, attr);
			if (prefix === "xmlns") {
				const trimmed = value.trim();
				if (this.currentXMLVersion === "1.0" && trimmed === "") this.fail("invalid attempt to undefine prefix in XML 1.0");
				this.topNS[local] = trimmed;
				nsPairCheck(this, local, trimmed);
			} else if (name === "xmlns") {
				const trimmed = value.trim();
				this.topNS[""] = trimmed;
				nsPairCheck(this, "", trimmed);
			}
		}
		pushAttribPlain(name, value) {
			var _a;
			const attr = {
				name,
				value
			};
			this.attribList.push(attr);
			(_a = this.attributeHandler) === null || _a === void 0 || _a.call(this, attr);
		}
		/**
		* End parsing. This performs final well-formedness checks and resets the
		* parser to a clean state.
		*
		* @returns this
		*/
		end() {
			var _a, _b;
			if (!this.sawRoot) this.fail("document must contain a root element.");
			const { tags } = this;
			while (tags.length > 0) {
				const tag = tags.pop();
				this.fail(`unclosed tag: ${tag.name}`);
			}
			if (this.state !== S_BEGIN && this.state !== S_TEXT) this.fail("unexpected end.");
			const { text } = this;
			if (text.length !== 0) {
				(_a = this.textHandler) === null || _a === void 0 || _a.call(this, text);
				this.text = "";
			}
			this._closed = true;
			(_b = this.endHandler) === null || _b === void 0 || _b.call(this);
			this._init();
			return this;
		}
		/**
		* Resolve a namespace prefix.
		*
		* @param prefix The prefix to resolve.
		*
		* @returns The namespace URI or ``undefined`` if the prefix is not defined.
		*/
		resolve(prefix) {
			var _a, _b;
			let uri = this.topNS[prefix];
			if (uri !== void 0) return uri;
			const { tags } = this;
			for (let index = tags.length - 1; index >= 0; index--) {
				uri = tags[index].ns[prefix];
				if (uri !== void 0) return uri;
			}
			uri = this.ns[prefix];
			if (uri !== void 0) return uri;
			return (_b = (_a = this.opt).resolvePrefix) === null || _b === void 0 ? void 0 : _b.call(_a, prefix);
		}
		/**
		* Parse a qname into its prefix and local name parts.
		*
		* @param name The name to parse
		*
		* @returns
		*/
		qname(name) {
			const colon = name.indexOf(":");
			if (colon === -1) return {
				prefix: "",
				local: name
			};
			const local = name.slice(colon + 1);
			const prefix = name.slice(0, colon);
			if (prefix === "" || local === "" || local.includes(":")) this.fail(`malformed name: ${name}.`);
			return {
				prefix,
				local
			};
		}
		processAttribsNS() {
			var _a;
			const { attribList } = this;
			const tag = this.tag;
			{
				const { prefix, local } = this.qname(tag.name);
				tag.prefix = prefix;
				tag.local = local;
				const uri = tag.uri = (_a = this.resolve(prefix)) !== null && _a !== void 0 ? _a : "";
				if (prefix !== "") {
					if (prefix === "xmlns") this.fail("tags may not have \"xmlns\" as prefix.");
					if (uri === "") {
						this.fail(`unbound namespace prefix: ${JSON.stringify(prefix)}.`);
						tag.uri = prefix;
					}
				}
			}
			if (attribList.length === 0) return;
			const { attributes } = tag;
			const seen = /* @__PURE__ */ new Set();
			for (const attr of attribList) {
				const { name, prefix, local } = attr;
				let uri;
				let eqname;
				if (prefix === "") {
					uri = name === "xmlns" ? XMLNS_NAMESPACE : "";
					eqname = name;
				} else {
					uri = this.resolve(prefix);
					if (uri === void 0) {
						this.fail(`unbound namespace prefix: ${JSON.stringify(prefix)}.`);
						uri = prefix;
					}
					eqname = `{${uri}}${local}`;
				}
				if (seen.has(eqname)) this.fail(`duplicate attribute: ${eqname}.`);
				seen.add(eqname);
				attr.uri = uri;
				attributes[name] = attr;
			}
			this.attribList = [];
		}
		processAttribsPlain() {
			const { attribList } = this;
			const attributes = this.tag.attributes;
			for (const { name, value } of attribList) {
				if (attributes[name] !== void 0) this.fail(`duplicate attribute: ${name}.`);
				attributes[name] = value;
			}
			this.attribList = [];
		}
		/**
		* Handle a complete open tag. This parser code calls this once it has seen
		* the whole tag. This method checks for well-formeness and then emits
		* ``onopentag``.
		*/
		openTag() {
			var _a;
			this.processAttribs();
			const { tags } = this;
			const tag = this.tag;
			tag.isSelfClosing = false;
			(_a = this.openTagHandler) === null || _a === void 0 || _a.call(this, tag);
			tags.push(tag);
			this.state = S_TEXT;
			this.name = "";
		}
		/**
		* Handle a complete self-closing tag. This parser code calls this once it has
		* seen the whole tag. This method checks for well-formeness and then emits
		* ``onopentag`` and ``onclosetag``.
		*/
		openSelfClosingTag() {
			var _a, _b, _c;
			this.processAttribs();
			const { tags } = this;
			const tag = this.tag;
			tag.isSelfClosing = true;
			(_a = this.openTagHandler) === null || _a === void 0 || _a.call(this, tag);
			(_b = this.closeTagHandler) === null || _b === void 0 || _b.call(this, tag);
			if ((this.tag = (_c = tags[tags.length - 1]) !== null && _c !== void 0 ? _c : null) === null) this.closedRoot = true;
			this.state = S_TEXT;
			this.name = "";
		}
		/**
		* Handle a complete close tag. This parser code calls this once it has seen
		* the whole tag. This method checks for well-formeness and then emits
		* ``onclosetag``.
		*/
		closeTag() {
			const { tags, name } = this;
			this.state = S_TEXT;
			this.name = "";
			if (name === "") {
				this.fail("weird empty close tag.");
				this.text += "</>";
				return;
			}
			const handler = this.closeTagHandler;
			let l = tags.length;
			while (l-- > 0) {
				const tag = this.tag = tags.pop();
				this.topNS = tag.ns;
				handler === null || handler === void 0 || handler(tag);
				if (tag.name === name) break;
				this.fail("unexpected close tag.");
			}
			if (l === 0) this.closedRoot = true;
			else if (l < 0) {
				this.fail(`unmatched closing tag: ${name}.`);
				this.text += `</${name}>`;
			}
		}
		/**
		* Resolves an entity. Makes any necessary well-formedness checks.
		*
		* @param entity The entity to resolve.
		*
		* @returns The parsed entity.
		*/
		parseEntity(entity) {
			if (entity[0] !== "#") {
				const defined = this.ENTITIES[entity];
				if (defined !== void 0) return defined;
				this.fail(this.isName(entity) ? "undefined entity." : "disallowed character in entity name.");
				return `&${entity};`;
			}
			let num = NaN;
			if (entity[1] === "x" && /^#x[0-9a-f]+$/i.test(entity)) num = parseInt(entity.slice(2), 16);
			else if (/^#[0-9]+$/.test(entity)) num = parseInt(entity.slice(1), 10);
			if (!this.isChar(num)) {
				this.fail("malformed character entity.");
				return `&${entity};`;
			}
			return String.fromCodePoint(num);
		}
	};
	exports.SaxesParser = SaxesParser;
}));
// core/harness/xml-tokens.ts
/** The pieces of a source from an offset on, which lies before or behind one of them. */
function* tokensFrom(source, from) {
	let start = from;
	while (start < source.length) {
		const token = tokenAt(source, start);
		yield token;
		start = token.end;
	}
}
function tokenAt(source, start) {
	if (source.charAt(start) !== "<") {
		const next = source.indexOf("<", start);
		return {
			kind: "text",
			start,
			end: next < 0 ? source.length : next,
			complete: true
		};
	}
	for (const [kind, opening, closing] of BRACKETS) {
		if (!source.startsWith(opening, start)) continue;
		const close = source.indexOf(closing, start + opening.length);
		const complete = close >= 0;
		return {
			kind,
			start,
			end: complete ? close + closing.length : source.length,
			complete
		};
	}
	TAG.lastIndex = start;
	const [tag] = TAG.exec(source) ?? [];
	return {
		kind: "tag",
		start,
		end: tag === void 0 ? source.length : start + tag.length,
		complete: tag !== void 0
	};
}
var BRACKETS, TAG;
var init_xml_tokens = __esmMin((() => {
	BRACKETS = [
		[
			"comment",
			"<!--",
			"-->"
		],
		[
			"section",
			"<![CDATA[",
			"]]>"
		],
		[
			"instruction",
			"<?",
			"?>"
		]
	];
	TAG = /<(?:"[^"]*"|'[^']*'|[^"'>])*>/y;
}));
// core/harness/xml-faults.ts
/** Turns a message of the parser into a fault of ours. */
function explainFault(message, source, position, open, closed) {
	const moment = {
		message,
		source,
		position,
		open,
		closed
	};
	return {
		code: "HX-1001",
		...(explanations.find(([beginning]) => message.startsWith(beginning))?.[1] ?? FALLBACK)(moment)
	};
}
function declaration(moment) {
	return {
		message: "the XML declaration is not complete: write <?xml version=\"1.0\" encoding=\"UTF-8\"?>",
		...lastTag(moment)
	};
}
function at(where, message) {
	return (moment) => ({
		message,
		...where(moment)
	});
}
function lastCharacter({ position }) {
	return {
		start: position - 1,
		end: position
	};
}
/** The name of the attribute before the last character. */
function lastName({ source, position }) {
	const before = source.slice(0, position - 1).trimEnd();
	const name = /[^\s"'=<>/]*$/.exec(before)?.[0] ?? "";
	return {
		start: before.length - name.length,
		end: before.length
	};
}
function lastSlash({ source, position }) {
	const start = source.lastIndexOf("/", position - 1);
	return {
		start,
		end: start + 1
	};
}
function lastThree({ position }) {
	return {
		start: position - 3,
		end: position
	};
}
function lastTag({ source, position }) {
	const start = source.lastIndexOf("<", position - 1);
	return {
		start: start < 0 ? position - 1 : start,
		end: position
	};
}
function textOutside({ source, position, closed }) {
	const found = firstText(source, closed?.end ?? 0) ?? position - 1;
	return {
		start: found,
		end: Math.max(position - 1, found + 1)
	};
}
function firstText(source, from) {
	for (const { kind, start, end } of tokensFrom(source, from)) {
		if (kind === "section") return start;
		const text = kind === "text" ? /\S/.exec(source.slice(start, end)) : null;
		if (text !== null) return start + text.index;
	}
	return null;
}
/** All up to here was read without a fault. */
function soundUpTo({ open, closed }) {
	return Math.max(open?.tagEnd ?? 0, closed?.end ?? 0);
}
/** The file ends inside an element; often a `&` or a quote ran on to the end. */
function unclosed(moment) {
	const { source, open } = moment;
	const ampersand = loneAmpersand(moment, source.length);
	if (ampersand !== null) return {
		message: "this `&` begins no entity: write &amp; for the character itself",
		start: ampersand,
		end: ampersand + 1
	};
	for (const { kind, start, end, complete } of tokensFrom(source, soundUpTo(moment))) if (!complete) return {
		message: WITHOUT_END[kind],
		start,
		end
	};
	if (open === null) return {
		message: "the file ends before any element",
		start: 0,
		end: source.length
	};
	return {
		message: `<${shorten(open.name)}> has no end: </${shorten(open.name)}> is missing before the file ends`,
		start: open.start,
		end: open.tagEnd
	};
}
function mismatched({ source, position, open, closed }) {
	const start = source.lastIndexOf("</", position - 1);
	const name = source.slice(start + 2, position - 1).trim();
	const expected = closed !== null && closed.end === position ? closed : open;
	return {
		message: expected === null ? `</${shorten(name)}> closes nothing: no element is open here` : `</${shorten(name)}> stands where </${shorten(expected.name)}> must close <${shorten(expected.name)}>`,
		start,
		end: position
	};
}
function doubled({ message, source, position }) {
	const start = source.lastIndexOf("<", position - 1);
	const name = /^duplicate attribute: (.*)\.$/s.exec(message)?.[1] ?? "";
	const [, second] = spansOfAttribute(source, start, position, name);
	return {
		message: `attribute ${quote$1(name)} stands twice in one tag: keep one of them`,
		...second ?? {
			start,
			end: position
		}
	};
}
function entity(moment) {
	const { source, position } = moment;
	const start = loneAmpersand(moment, position) ?? position - 1;
	const name = source.slice(start + 1, position - 1);
	if (/^#/.test(name)) return {
		message: `&${shorten(name, 20)}; names no character of XML`,
		start,
		end: position
	};
	if (/^[A-Za-z_][\w.-]*$/.test(name)) return {
		message: `&${shorten(name, 20)}; is no entity here: XML knows amp, lt, gt, quot and apos, and others can't be defined`,
		start,
		end: position
	};
	return {
		message: "this `&` begins no entity: write &amp; for the character itself",
		start,
		end: start + 1
	};
}
/** The first `&` before an offset that begins no reference to a character or a known entity. */
function loneAmpersand(moment, limit) {
	const { source } = moment;
	for (const { kind, start, end } of tokensFrom(source, soundUpTo(moment))) {
		if (start >= limit) return null;
		if (kind !== "text" && kind !== "tag") continue;
		const piece = source.slice(start, Math.min(end, limit));
		for (const found of piece.matchAll(REFERENCE)) if (!isReference(found)) return start + found.index;
	}
	return null;
}
function isReference([whole, decimal, hexadecimal]) {
	if (decimal !== void 0) return isCharacter(Number(decimal));
	if (hexadecimal !== void 0) return isCharacter(Number.parseInt(hexadecimal, 16));
	return whole.length > 1;
}
/** Whether XML 1.0 has the character (§2.2). */
function isCharacter(code) {
	if (code < 32) return code === 9 || code === 10 || code === 13;
	return code < 55296 || code > 57343 && code < 65534 || code > 65535 && code < 1114112;
}
function character({ source, position }) {
	const found = source.charAt(position - 1);
	if (found === "<") return {
		message: "`<` can't stand in an attribute value: write &lt;, or close the quote before it",
		start: position - 1,
		end: position
	};
	return {
		message: `the character U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")} is not allowed in XML, not even as an entity: delete it`,
		start: position - 1,
		end: position
	};
}
var explanations, FALLBACK, WITHOUT_END, REFERENCE;
var init_xml_faults = __esmMin((() => {
	init_show();
	init_prolog();
	init_tree();
	init_xml_tokens();
	explanations = [
		["unclosed tag", unclosed],
		["unexpected end", unclosed],
		["unexpected close tag", mismatched],
		["unmatched closing tag", mismatched],
		["weird empty close tag", at(lastTag, "`</>` names no element: write the name of the one it closes")],
		["duplicate attribute", doubled],
		["undefined entity", entity],
		["empty entity name", entity],
		["disallowed character in entity name", entity],
		["malformed character entity", entity],
		["attribute without value", at(lastName, "an attribute has no value: write name=\"value\"")],
		["unquoted attribute value", at(lastCharacter, "an attribute value has no quotes: write name=\"value\"")],
		["no whitespace between attributes", at(lastCharacter, "a blank is missing between two attributes")],
		["disallowed character in attribute name", at(lastCharacter, "an attribute was expected here: name=\"value\", or the end of the tag")],
		["disallowed character in tag name", at(lastTag, "`<` begins no tag here: write &lt; for the character itself")],
		["disallowed character in closing tag", at(lastTag, "a closing tag holds a name and nothing else")],
		["forward-slash in opening tag", at(lastSlash, "`/` in a tag must be followed by `>`")],
		["disallowed character in processing instruction", at(lastTag, "a processing instruction begins with a name: <?name …?>")],
		["processing instruction without a target", at(lastTag, "a processing instruction begins with a name: <?name …?>")],
		["disallowed character", character],
		["documents may contain only one root", at(lastTag, "there is a second root element: a document has one")],
		["text data outside of root node", at(textOutside, "there is text outside the root element")],
		["document must contain a root element", unclosed],
		["malformed comment", at(lastCharacter, "a comment must not hold `--` before its end `-->`")],
		["inappropriately located doctype", at(lastTag, "a DOCTYPE is not accepted: delete it")],
		["incorrect syntax", at(lastTag, "`<!` begins neither a comment nor a CDATA section here")],
		["the string \"]]>\"", at(lastThree, "`]]>` must not stand in text: write ]]&gt;")],
		["an XML declaration must be at the start", at(lastTag, "the XML declaration must be the very first thing in the file")],
		["the XML declaration must appear at the start", at(lastTag, "the XML declaration must be the very first thing in the file")],
		["version number must match", at(lastTag, "the XML declaration must say version=\"1.0\"")],
		["XML declaration", declaration],
		["did not expect any more", declaration],
		["expected the name", declaration],
		["expected one of", declaration],
		["value required", declaration],
		["value must be quoted", declaration],
		["whitespace required", declaration],
		["processing instructions are not allowed", declaration],
		["The character ?", declaration],
		["encoding value must match", at(lastTag, "the XML declaration names no encoding: write encoding=\"UTF-8\"")],
		["standalone value must match", at(lastTag, "the XML declaration may say standalone=\"yes\" or \"no\" only")]
	];
	FALLBACK = at(lastCharacter, "the document is not well-formed XML here");
	WITHOUT_END = {
		text: "this text has no end",
		comment: "this comment has no end `-->`",
		section: "this CDATA section has no end `]]>`",
		instruction: "this processing instruction has no end `?>`",
		tag: "this tag has no end `>`; perhaps a quote is missing"
	};
	REFERENCE = /&(?:(?:amp|lt|gt|quot|apos);|#([0-9]+);|#x([0-9A-Fa-f]+);)?/g;
}));
// core/harness/xml.ts
/**
* An object that inherits nothing, as one made with a null prototype, which engines keep as a
* hash table of four times the size.
*/
function Bare() {}
/**
* Parses a document whose prolog was accepted. Entities other than the five of XML are
* faults, since there is no DOCTYPE that could define them.
*/
function parseXml(source, limits = XML_LIMITS) {
	let root = null;
	let open = null;
	let closed = null;
	let depth = 0;
	let elements = 0;
	/** Of the tag that is being read: attributes that have to do with namespaces, by name. */
	let special = NO_NAMES;
	const resolve = createResolver();
	const parser = new import_saxes.SaxesParser({
		xmlns: false,
		position: false,
		defaultXMLVersion: "1.0",
		forceXMLVersion: true
	});
	parser.on("error", (error) => {
		throw new Stopped(explainFault(error.message, source, parser.position, open, closed));
	});
	parser.on("doctype", () => {
		throw stopped("a DOCTYPE is not accepted: delete it", source.lastIndexOf("<!DOCTYPE", parser.position), parser.position);
	});
	parser.on("processinginstruction", ({ target }) => {
		if (!target.includes(":")) return;
		const start = source.lastIndexOf("<?", parser.position);
		throw stopped(`the processing instruction ${quote$1(target)} must have no colon in its name`, start, parser.position);
	});
	parser.on("opentagstart", (tag) => {
		tag.attributes = new Attributes();
	});
	parser.on("attribute", ({ name }) => {
		if (name !== "xmlns" && !name.includes(":")) return;
		if (special === NO_NAMES) special = [name];
		else special.push(name);
	});
	parser.on("opentag", (tag) => {
		const tagEnd = parser.position;
		const start = source.lastIndexOf("<", tagEnd - 1);
		const attributes = tag.attributes;
		const at = {
			source,
			attributes,
			start,
			end: tagEnd
		};
		elements += 1;
		if (elements > limits.elements) throw stopped(`the document has more than ${limits.elements} elements, the limit of this reader`, start, tagEnd);
		depth += 1;
		if (depth > limits.depth) throw stopped(`<${tag.name}> lies ${depth} elements deep; the limit is ${limits.depth}`, start, tagEnd);
		checkLimits(tag.name, at, limits);
		const around = open === null ? null : open.scope;
		const scope = special === NO_NAMES ? around : scopeOf$1(special, around, at);
		const { name, local, uri } = resolve(tag.name, scope, at);
		if (special !== NO_NAMES) checkPrefixes(special, scope, at);
		special = NO_NAMES;
		const element = {
			name,
			local,
			uri,
			attributes,
			scope,
			parent: open,
			children: NO_CHILDREN,
			text: "",
			mixed: uri === "https://harnessxml.com/spec/1.0" ? null : [],
			start,
			tagEnd,
			end: tagEnd
		};
		if (open === null) root = element;
		else adopt(open, element);
		open = element;
	});
	parser.on("closetag", () => {
		if (open === null) return;
		open.end = parser.position;
		closed = open;
		open = open.parent;
		depth -= 1;
	});
	const onText = (text) => {
		if (open === null) return;
		if (open.mixed !== null) appendText(open.mixed, text);
		if (open.children !== NO_CHILDREN && isBlank$2(text)) return;
		open.text = open.text === "" ? text : open.text + text;
	};
	parser.on("text", onText);
	parser.on("cdata", onText);
	try {
		parser.write(source).close();
	} catch (error) {
		if (error instanceof Stopped) return {
			ok: false,
			fault: error.fault
		};
		throw error;
	}
	if (root === null) return {
		ok: false,
		fault: refused$1("the document has no element", 0, source.length)
	};
	return {
		ok: true,
		root
	};
}
/** A comment or a CDATA section between two texts makes them no less one text. */
function appendText(mixed, text) {
	const last = mixed.at(-1);
	if (typeof last === "string") mixed[mixed.length - 1] = last + text;
	else mixed.push(text);
}
function adopt(parent, child) {
	if (parent.mixed !== null) parent.mixed.push(child);
	if (parent.children !== NO_CHILDREN) {
		parent.children.push(child);
		return;
	}
	parent.children = [child];
	if (parent.text !== "" && isBlank$2(parent.text)) parent.text = "";
}
function scopeOf$1(names, around, tag) {
	const bound = /* @__PURE__ */ new Map();
	for (const name of names) {
		if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
		const prefix = name.slice(6);
		const uri = tag.attributes[name] ?? "";
		if (splitName(name) === null) throw stoppedAt$1(tag, name, malformedName(name));
		const fault = faultOfBinding(prefix, uri);
		if (fault !== null) throw stoppedAt$1(tag, name, fault);
		bound.set(prefix, uri);
	}
	return bound.size === 0 ? around : {
		bound,
		around
	};
}
/** Documents have few names and fewer scopes, so each name is resolved once in a scope. */
function createResolver() {
	let known = /* @__PURE__ */ new Map();
	let knownIn = null;
	return (name, scope, tag) => {
		if (scope !== knownIn) {
			known = /* @__PURE__ */ new Map();
			knownIn = scope;
		}
		const before = known.get(name);
		if (before !== void 0) return before;
		const resolved = resolveTag(name, scope, tag);
		known.set(name, resolved);
		return resolved;
	};
}
function resolveTag(name, scope, tag) {
	const parts = splitName(name);
	if (parts === null) throw stoppedAt$1(tag, null, malformedName(name));
	const uri = namespaceOf(parts.prefix, scope);
	if (uri === null) throw stoppedAt$1(tag, null, unbound(parts.prefix));
	if (uri === "http://www.w3.org/2000/xmlns/") throw stoppedAt$1(tag, null, "the prefix xmlns is reserved: choose another");
	return {
		name,
		local: parts.local,
		uri
	};
}
/** Prefixes of attributes are bound, and no two attributes are one once they are resolved. */
function checkPrefixes(names, scope, tag) {
	const seen = /* @__PURE__ */ new Set();
	for (const name of names) {
		if (name === "xmlns" || name.startsWith("xmlns:")) continue;
		const parts = splitName(name);
		if (parts === null) throw stoppedAt$1(tag, name, malformedName(name));
		const uri = namespaceOf(parts.prefix, scope);
		if (uri === null) throw stoppedAt$1(tag, name, unbound(parts.prefix));
		const expanded = `${parts.local} ${uri}`;
		if (seen.has(expanded)) throw stoppedAt$1(tag, name, `attribute ${quote$1(parts.local)} stands twice in one tag, under two prefixes of one namespace: keep one of them`);
		seen.add(expanded);
	}
}
function malformedName(name) {
	return `the name ${quote$1(name)} must have one colon at most, and a name on either side of it`;
}
function unbound(prefix) {
	return `the prefix ${quote$1(prefix)} is bound to no namespace: add xmlns:${shorten(prefix)}="…"`;
}
function stoppedAt$1(tag, attribute, message) {
	const [span = tag] = attribute === null ? [] : spansOfAttribute(tag.source, tag.start, tag.end, attribute);
	return stopped(message, span.start, span.end);
}
function checkLimits(name, { attributes, start, end }, limits) {
	if (end - start <= limits.attributes) return;
	let count = 0;
	for (const attribute in attributes) {
		count += 1;
		const { length } = attributes[attribute] ?? "";
		if (length <= limits.attributeLength) continue;
		throw stopped(`attribute ${quote$1(attribute)} has ${length} characters; the limit is ${limits.attributeLength}`, start, end);
	}
	if (count > limits.attributes) throw stopped(`<${shorten(name)}> has ${count} attributes; the limit is ${limits.attributes}`, start, end);
}
function stopped(message, start, end) {
	return new Stopped(refused$1(message, start, end));
}
function refused$1(message, start, end) {
	return {
		code: "HX-1001",
		message,
		start,
		end
	};
}
function isBlank$2(text) {
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code !== 32 && code !== 10 && code !== 9 && code !== 13) return false;
	}
	return true;
}
var import_saxes, Stopped, Attributes, NO_CHILDREN, NO_NAMES;
var init_xml = __esmMin((() => {
	import_saxes = require_saxes();
	init_show();
	init_limits$2();
	init_namespaces();
	init_prolog();
	init_tree();
	init_xml_faults();
	Stopped = class extends Error {
		fault;
		constructor(fault) {
			super(fault.message);
			this.fault = fault;
		}
	};
	Bare.prototype = Object.create(null);
	Attributes = Bare;
	NO_CHILDREN = [];
	NO_NAMES = [];
}));
// core/harness/rules/subworkflows.ts
function noRecursion(view, report) {
	const own = resolveReference("", view.options.reference ?? "");
	const library = createLibrary$1(view);
	const known = /* @__PURE__ */ new Map();
	for (const { node, element } of view.nodes) {
		const part = node.subworkflow === null ? null : childNamed(element, "subworkflow");
		if (part === null || node.subworkflow === null) continue;
		const start = resolveReference(own, node.subworkflow.href);
		const way = known.has(start) ? known.get(start) ?? null : wayBack(own, start, library);
		known.set(start, way);
		if (way === null) continue;
		const spot = spotOf(part, "href");
		const names = way.map((name) => name === own ? "this document" : quote$1(name));
		report(spot, `subworkflow ${quote$1(node.subworkflow.href)} of ${quote$1(node.id)} leads back into itself: ${names.join(" → ")}`);
	}
}
function createLibrary$1(view) {
	const { documents = /* @__PURE__ */ new Map(), reference } = view.options;
	const texts = /* @__PURE__ */ new Map();
	for (const [name, text] of documents) texts.set(resolveReference("", name), text);
	const known = /* @__PURE__ */ new Map();
	const textOf = (name) => texts.get(name) ?? texts.get(name.slice(name.lastIndexOf("/") + 1));
	return {
		childrenOf(name) {
			const cached = known.get(name);
			if (cached !== void 0) return cached;
			const children = hrefsIn(textOf(name)).map((href) => resolveReference(name, href));
			known.set(name, children);
			return children;
		},
		isSelf: (name) => reference !== void 0 && name === resolveReference("", reference) || textOf(name) === view.source
	};
}
/** The documents on the way from `start` back to where it has been, or null. */
function wayBack(own, start, library) {
	const way = [];
	const open = /* @__PURE__ */ new Set();
	const done = /* @__PURE__ */ new Set();
	const waiting = [{
		name: start,
		depth: 0
	}];
	for (let next = waiting.pop(); next !== void 0; next = waiting.pop()) {
		for (const left of way.splice(next.depth)) open.delete(left);
		if (library.isSelf(next.name)) return [
			own,
			...way,
			own
		];
		if (open.has(next.name)) return [...way.slice(way.indexOf(next.name)), next.name];
		if (done.has(next.name) || done.size >= MAXIMUM_DOCUMENTS) continue;
		done.add(next.name);
		way.push(next.name);
		open.add(next.name);
		for (const name of library.childrenOf(next.name)) waiting.push({
			name,
			depth: next.depth + 1
		});
	}
	return null;
}
function hrefsIn(text) {
	if (text === void 0) return [];
	const decoded = decode$1(text);
	if (!decoded.ok || faultOfProlog(decoded.text) !== null) return [];
	const parsed = parseXml(decoded.text);
	if (!parsed.ok) return [];
	return childrenNamed(parsed.root, "nodes").flatMap((nodes) => childrenNamed(nodes, "node")).flatMap((node) => childrenNamed(node, "subworkflow")).flatMap((part) => attributeOf(part, "href") ?? []);
}
var MAXIMUM_DOCUMENTS, subworkflowRules;
var init_subworkflows = __esmMin((() => {
	init_show();
	init_decode();
	init_findings();
	init_prolog();
	init_references$1();
	init_tree();
	init_xml();
	MAXIMUM_DOCUMENTS = 1e3;
	subworkflowRules = [{
		code: "HX-3002",
		severity: "error",
		title: "no subworkflow leads back into itself",
		check: noRecursion
	}];
}));
// core/harness/rules/warning.ts
function warning(code, title, check) {
	return {
		code,
		severity: "warning",
		title,
		check
	};
}
function eachNode(check) {
	return (view, report) => {
		for (const node of view.nodes) check(node, report, view);
	};
}
/** A node that must not happen twice: a transform is pure, whatever it says (§3.2.3). */
function isSideEffect({ node, kind }) {
	return !node.idempotent && kind !== "transform";
}
/** Data edges out of a node into inputs that must have a value and have no default. */
function needyEdges(node) {
	return node.outgoing.filter(feedsRequired);
}
var init_warning = __esmMin((() => {
	init_view();
}));
// core/harness/rules/warnings-compensation.ts
function undoes(node) {
	return node.incoming.find((edge) => edge.type === "compensation");
}
function subworkflowNotUndone(view, report) {
	const undone = view.edges.find((edge) => edge.type === "compensation");
	if (undone === void 0) return;
	for (const { kind, node, element, outgoing } of view.nodes) {
		if (kind !== "subworkflow" || outgoing.some((edge) => edge.type === "compensation")) continue;
		report(spotOf(element), `subworkflow ${quote$1(node.id)} has no compensation, and other steps have one: in an unwinding its inner effects stay`, { related: [relatedSpot(edgeName(undone), undone.element)] });
	}
}
var undoNotIdempotent, undoNotDeclared, undoLeadsOn, uncertainOutcome, undoWithoutEdge, compensationWarnings;
var init_warnings_compensation = __esmMin((() => {
	init_show();
	init_findings();
	init_view();
	init_warning();
	undoNotIdempotent = eachNode((node, report) => {
		if (!isSideEffect(node) || undoes(node) === void 0) return;
		report(spotOf(node.element, "idempotent"), `node ${quote$1(node.node.id)} compensates another and is not idempotent: an undo that fails once can't be tried again`);
	});
	undoNotDeclared = eachNode((node, report) => {
		const edge = undoes(node);
		if (edge === void 0 || node.element.attributes["compensates"] !== void 0) return;
		report(spotOf(node.element), `node ${quote$1(node.node.id)} is the target of a compensation edge and doesn't say so: add compensates=${JSON.stringify(edge.edge.from)}`, { related: [relatedSpot(edgeName(edge), edge.element)] });
	});
	undoLeadsOn = eachNode((node, report) => {
		if (undoes(node) === void 0) return;
		for (const edge of node.outgoing) report(spotOf(edge.element), `${edgeName(edge)} leaves ${quote$1(node.node.id)}, which compensates another: it is never followed`);
	});
	uncertainOutcome = eachNode((node, report) => {
		if (!isSideEffect(node) || node.node.timeout === null) return;
		const edge = node.outgoing.find(({ type }) => type === "compensation");
		if (edge === void 0) return;
		report(spotOf(partOf(node, "timeout")), `node ${quote$1(node.node.id)} is not idempotent, has a timeout and a compensation: after a timeout nobody knows whether it happened, and it is not compensated`, { related: [relatedSpot(edgeName(edge), edge.element)] });
	});
	undoWithoutEdge = eachNode((node, report, view) => {
		const { compensates, id } = node.node;
		if (compensates === null || !view.nodesById.has(compensates) || undoes(node) !== void 0) return;
		report(spotOf(node.element, "compensates"), `node ${quote$1(id)} compensates ${quote$1(compensates)}, but no compensation edge leads to it: it never runs as an undo`);
	});
	compensationWarnings = [
		warning("U1005", "a compensating node is idempotent", undoNotIdempotent),
		warning("U1006", "a compensating node says what it compensates", undoNotDeclared),
		warning("U1007", "a compensating node has no outgoing edges", undoLeadsOn),
		warning("U1010", "a subworkflow beside compensated steps has a compensation", subworkflowNotUndone),
		warning("U1013", "no side effect with timeout and compensation", uncertainOutcome),
		warning("U1021", "what compensates another has a compensation edge", undoWithoutEdge)
	];
}));
// core/harness/rules/warnings-flow.ts
function controlBesideData(view, report) {
	for (const node of view.nodes) {
		const data = /* @__PURE__ */ new Map();
		for (const edge of node.outgoing) if (edge.type === "data" && edge.target !== null) data.set(edge.target, edge);
		if (data.size === 0) continue;
		for (const edge of node.outgoing) {
			const beside = edge.target === null ? void 0 : data.get(edge.target);
			if (edge.type !== "control" || edge.edge.condition !== null || beside === void 0) continue;
			report(spotOf(edge.element), `${edgeName(edge)} is not needed: a data edge between the two implies control`, { related: [relatedSpot(edgeName(beside), beside.element)] });
		}
	}
}
function portsWithoutData(view, report) {
	for (const edge of view.edges) {
		const named = edge.edge.fromPort !== null ? "fromPort" : edge.edge.toPort !== null ? "toPort" : null;
		if (named === null || edge.type === null || edge.type === "data") continue;
		report(spotOf(edge.element, named), `${edgeName(edge)} names a port and is of type ${edge.type}, which carries no data: did you mean type="data"?`);
	}
}
var guardedProducer, decisionWithoutOtherwise, errorJoinsFlow, barrierWithoutEdges, quorumWithoutPolicy, flowWarnings;
var init_warnings_flow = __esmMin((() => {
	init_show();
	init_attributes();
	init_findings();
	init_structure$2();
	init_tree();
	init_view();
	init_warning();
	guardedProducer = eachNode((node, report) => {
		if (node.node.guard === null) return;
		for (const edge of needyEdges(node)) report(spotOf(edge.element), `${edgeName(edge)} feeds the required input ${quote$1(edge.edge.toPort ?? "")} of ${quote$1(edge.edge.to)} from ${quote$1(node.node.id)}, whose guard may be false: the run then fails with HX-4101; give the input a default`, { related: [relatedSpot("the guard", partOf(node, "guard"))] });
	});
	decisionWithoutOtherwise = eachNode(({ node, kind, element }, report) => {
		if (kind !== "decision" || node.cases === null || node.otherwise !== null) return;
		const cases = childNamed(element, "cases") ?? element;
		if (childNamed(cases, "otherwise") !== null) return;
		report(spotOf(cases), `decision ${quote$1(node.id)} has no <otherwise>: where no case is true, the run fails with HX-4103`);
	});
	errorJoinsFlow = eachNode((node, report) => {
		const error = node.incoming.find((edge) => edge.type === "error");
		const other = node.incoming.find((edge) => isForward(edge.type));
		if (error === void 0 || other === void 0) return;
		report(spotOf(node.element), `node ${quote$1(node.node.id)} has an incoming error edge beside others: the error edge takes part in its join like them, so it also runs when nothing fails`, { related: [relatedSpot(edgeName(error), error.element), relatedSpot(edgeName(other), other.element)] });
	});
	barrierWithoutEdges = eachNode(({ node, kind, element, incoming }, report, view) => {
		if (kind !== "barrier" || incoming.length > 0 || view.workflow.entry === node.id) return;
		report(spotOf(element), `barrier ${quote$1(node.id)} has no incoming edge: it joins nothing and doesn't wait`);
	});
	quorumWithoutPolicy = eachNode(({ node, element }, report) => {
		if (node.quorum === null || node.join === "quorum") return;
		if (read$1(element, nodeAttributes, "joinPolicy") !== node.join) return;
		report(spotOf(element, "quorum"), `quorum of ${quote$1(node.id)} means nothing with joinPolicy ${node.join}: add joinPolicy="quorum"`);
	});
	flowWarnings = [
		warning("U1001", "no control edge beside a data edge", controlBesideData),
		warning("U1002", "no guarded node feeds a required input without default", guardedProducer),
		warning("U1003", "a decision has an otherwise", decisionWithoutOtherwise),
		warning("U1017", "an error edge joins no other edges", errorJoinsFlow),
		warning("U1018", "a barrier joins something", barrierWithoutEdges),
		warning("U1019", "quorum stands with joinPolicy=\"quorum\"", quorumWithoutPolicy),
		warning("U1020", "ports stand on data edges only", portsWithoutData)
	];
}));
// core/harness/rules/warnings-timing.ts
var humanWithoutTimeout, skipsSideEffect, skipsProducer, retriesSideEffect, shrinkingDelay, clampedAtOnce, zeroTimeout, timingWarnings;
var init_warnings_timing = __esmMin((() => {
	init_show();
	init_attributes();
	init_findings();
	init_structure$2();
	init_tree();
	init_view();
	init_warning();
	humanWithoutTimeout = eachNode(({ node, kind, element }, report) => {
		if (kind !== "human" || node.timeout !== null) return;
		report(spotOf(element), `human node ${quote$1(node.id)} has no <timeout>: it may wait for ever`);
	});
	skipsSideEffect = eachNode((each, report) => {
		const { node, element } = each;
		if (node.timeout?.onTimeout !== "skip" || !isSideEffect(each)) return;
		report(spotOf(childNamed(element, "timeout") ?? element, "onTimeout"), `node ${quote$1(node.id)} is not idempotent and is skipped at its timeout: what it did until then counts as not done`);
	});
	skipsProducer = eachNode((node, report) => {
		if (node.node.timeout?.onTimeout !== "skip") return;
		for (const edge of needyEdges(node)) report(spotOf(edge.element), `${edgeName(edge)} feeds the required input ${quote$1(edge.edge.toPort ?? "")} of ${quote$1(edge.edge.to)} from ${quote$1(node.node.id)}, which is skipped at its timeout: the run then fails with HX-4101; give the input a default`, { related: [relatedSpot("the timeout", partOf(node, "timeout"), "onTimeout")] });
	});
	retriesSideEffect = eachNode((each, report) => {
		const { node, element } = each;
		if (node.timeout?.onTimeout !== "retry" || !isSideEffect(each)) return;
		report(spotOf(childNamed(element, "timeout") ?? element, "onTimeout"), `node ${quote$1(node.id)} is not idempotent, so it is never retried: onTimeout="retry" does the same as fail`);
	});
	shrinkingDelay = eachNode((node, report) => {
		if (node.node.retry === null || node.node.retry.multiplier >= 1) return;
		const retry = partOf(node, "retry");
		if (read$1(retry, retryAttributes, "multiplier") >= 1) return;
		report(spotOf(retry, "multiplier"), `multiplier ${node.node.retry.multiplier} of ${quote$1(node.node.id)} is below 1: the delays shrink from attempt to attempt`);
	});
	clampedAtOnce = eachNode((node, report) => {
		const { retry } = node.node;
		if (retry === null || retry.maxDelay === null || retry.maxDelay >= retry.initialDelay) return;
		report(spotOf(partOf(node, "retry"), "maxDelay"), `maxDelay of ${quote$1(node.node.id)} is below initialDelay: every delay is cut to it`);
	});
	zeroTimeout = eachNode((node, report) => {
		if (node.node.timeout?.duration !== 0) return;
		const timeout = partOf(node, "timeout");
		if (read$1(timeout, timeoutAttributes, "duration") !== 0) return;
		report(spotOf(timeout, "duration"), `the timeout of ${quote$1(node.node.id)} is zero: no attempt that takes any time can succeed`);
	});
	timingWarnings = [
		warning("U1004", "a human node has a timeout", humanWithoutTimeout),
		warning("U1008", "onTimeout=\"skip\" stands on no side effect", skipsSideEffect),
		warning("U1009", "onTimeout=\"skip\" stands on no node that feeds a required input", skipsProducer),
		warning("U1012", "onTimeout=\"retry\" stands on no side effect", retriesSideEffect),
		warning("U1014", "multiplier is not below 1", shrinkingDelay),
		warning("U1015", "maxDelay is not below initialDelay", clampedAtOnce),
		warning("U1016", "a timeout is longer than nothing", zeroTimeout)
	];
}));
// core/harness/rules/index.ts
/** Runs every rule over a document; each finding goes to `findings`. */
function checkRules(view, findings) {
	for (const { rules } of ruleFamilies) for (const { code, severity, check } of rules) check?.(view, (spot, message, options = {}) => {
		findings.add(code, options.severity ?? severity, spot, message, options.related);
	});
}
var ruleFamilies;
var init_rules$1 = __esmMin((() => {
	init_credentials();
	init_expressions$1();
	init_graph$2();
	init_idempotence();
	init_identifiers();
	init_joins();
	init_kinds$1();
	init_loops();
	init_ports$1();
	init_references$2();
	init_structure$1();
	init_subworkflows();
	init_warnings_compensation();
	init_warnings_flow();
	init_warnings_timing();
	ruleFamilies = [
		{
			name: "structure",
			rules: structureRules
		},
		{
			name: "identifiers",
			rules: identifierRules
		},
		{
			name: "references",
			rules: referenceRules
		},
		{
			name: "kinds",
			rules: kindRules
		},
		{
			name: "ports",
			rules: portRules
		},
		{
			name: "joins",
			rules: joinRules
		},
		{
			name: "graph",
			rules: graphRules
		},
		{
			name: "loops",
			rules: loopRules
		},
		{
			name: "expressions",
			rules: expressionRules
		},
		{
			name: "idempotence",
			rules: idempotenceRules
		},
		{
			name: "subworkflows",
			rules: subworkflowRules
		},
		{
			name: "credentials",
			rules: credentialRules
		},
		{
			name: "flow warnings",
			rules: flowWarnings
		},
		{
			name: "compensation warnings",
			rules: compensationWarnings
		},
		{
			name: "timing warnings",
			rules: timingWarnings
		}
	];
}));
// core/harness/pages/compensation-warnings.ts
var OURS$2, saga$1, right$2, compensationWarningPages;
var init_compensation_warnings = __esmMin((() => {
	OURS$2 = "this project";
	saga$1 = ({ charge = "", inside = "", refund = " compensates=\"charge\"", nodes = "", edges = "" }) => `<nodes>
  <node id="charge" type="task"${charge}${inside === "" ? "/>" : `>${inside}</node>`}
  <node id="ship" type="task"/>
  <node id="refund" type="task"${refund}/>${nodes}
</nodes>
<edges>
  <edge from="charge" to="ship"/>
  <edge from="charge" to="refund" type="compensation"/>${edges}
</edges>`;
	right$2 = saga$1({});
	compensationWarningPages = [
		{
			code: "U1005",
			source: "HarnessXML §4.5",
			why: "An undo runs while things fail, when another try is most likely. One that is not idempotent gets no second attempt, and what it should have undone stays.",
			wrong: saga$1({ refund: " compensates=\"charge\" idempotent=\"false\"" }),
			right: right$2
		},
		{
			code: "U1006",
			source: "HarnessXML §4.5",
			why: "A reader of the node alone should see that it is an undo and of what.",
			wrong: saga$1({ refund: "" }),
			right: right$2
		},
		{
			code: "U1007",
			source: OURS$2,
			why: "An undo runs alone: its success ends it and its failure is a failed compensation. Edges that leave it are never followed.",
			wrong: saga$1({
				nodes: "\n  <node id=\"mail\" type=\"task\"/>",
				edges: "\n  <edge from=\"refund\" to=\"mail\"/>"
			}),
			right: right$2
		},
		{
			code: "U1010",
			source: OURS$2,
			why: "A subworkflow is undone as one step, by its own compensation edge. Without one its inner effects stay when the steps around it are undone.",
			wrong: saga$1({ nodes: "\n  <node id=\"enrich\" type=\"subworkflow\"><subworkflow href=\"enrich.hxml\"/></node>" }),
			right: saga$1({
				nodes: `
  <node id="enrich" type="subworkflow"><subworkflow href="enrich.hxml"/></node>
  <node id="strip" type="task" compensates="enrich"/>`,
				edges: "\n  <edge from=\"enrich\" to=\"strip\" type=\"compensation\"/>"
			})
		},
		{
			code: "U1013",
			source: OURS$2,
			why: "When the call is cut off by its timeout, nobody knows whether it happened. The step is failed and so is not compensated, and it may not be tried again: make the call idempotent, or let a later step find out.",
			wrong: saga$1({
				charge: " idempotent=\"false\"",
				inside: "<timeout duration=\"PT30S\"/>"
			}),
			right: saga$1({ inside: "<timeout duration=\"PT30S\"/>" })
		},
		{
			code: "U1021",
			source: OURS$2,
			why: "Compensation edges decide what is undone by what; the attribute alone does nothing.",
			wrong: `<node id="charge" type="task"/>
<node id="refund" type="task" compensates="charge"/>`,
			right: right$2
		}
	];
}));
// core/harness/pages/expressions.ts
var guarded, right$1, expressionPages;
var init_expressions = __esmMin((() => {
	guarded = (when) => `<nodes>
  <node id="classify" type="task">
    <outputs><output name="confidence"/></outputs>
  </node>
  <node id="file" type="task"><guard when="${when}"/></node>
</nodes>
<edges><edge from="classify" to="file"/></edges>`;
	right$1 = guarded("${classify.confidence != null}");
	expressionPages = [
		{
			code: "HX-3101",
			source: "HarnessXML §10.2",
			why: "An expression that cannot be read is found before a run and not in its middle. A guard, case or condition is exactly one expression in ${ }; in values text and expressions may be mixed, and $${ is the text itself.",
			wrong: guarded("classify.confidence != null"),
			right: right$1
		},
		{
			code: "HX-3102",
			source: "HarnessXML §7.2.3",
			why: "The variable of a loop has a value while its body runs, in the body and in loops inside it. Elsewhere it means nothing.",
			wrong: `<nodes>
  <node id="each" type="loop">
    <loop kind="forEach" over="\${[1, 2]}" var="row" maxIterations="9"><body ref="work"/></loop>
  </node>
  <node id="work" type="task"/>
  <node id="report" type="task"><guard when="\${row == 1}"/></node>
</nodes>
<edges><edge from="each" to="report"/></edges>`,
			right: `<nodes>
  <node id="each" type="loop">
    <loop kind="forEach" over="\${[1, 2]}" var="row" maxIterations="9"><body ref="work"/></loop>
  </node>
  <node id="work" type="task"><guard when="\${row == 1}"/></node>
  <node id="report" type="task"/>
</nodes>
<edges><edge from="each" to="report"/></edges>`
		},
		{
			code: "HX-3103",
			source: "HarnessXML §10.3",
			why: "An expression names outputs of nodes, loop variables, artifacts, resources and properties of its own node. A name that nothing declares would always be null. Ids may hold - and . : the longest one that is declared is meant.",
			wrong: guarded("${classify.confidnce != null}"),
			right: right$1
		},
		{
			code: "HX-3104",
			source: "HarnessXML §10.3",
			why: "A value is there once its node has completed. A node that runs later, the node itself and a branch that excludes this one cannot have done so. An undo can read the node that it undoes and what ran before that.",
			wrong: `<nodes>
  <node id="charge" type="task"><guard when="\${ship.done != true}"/></node>
  <node id="ship" type="task"><outputs><output name="done"/></outputs></node>
</nodes>
<edges><edge from="charge" to="ship"/></edges>`,
			right: `<nodes>
  <node id="charge" type="task"><guard when="\${ship.done == true}"/></node>
  <node id="ship" type="task"><outputs><output name="done"/></outputs></node>
</nodes>
<edges><edge from="ship" to="charge"/></edges>`
		},
		{
			code: "HX-3105",
			source: "HarnessXML §10.6",
			why: "The functions are a closed set: len has empty lower upper contains abs min max round artifact resource. Nothing reads a clock, chance or the outside world, so that a condition always comes out the same.",
			wrong: guarded("${size(classify.confidence) == 1}"),
			right: guarded("${len(classify.confidence) == 1}")
		}
	];
}));
// core/harness/pages/flow-warnings.ts
var OURS$1, pair$2, bound$1, guard, joined, flowWarningPages;
var init_flow_warnings = __esmMin((() => {
	OURS$1 = "this project";
	pair$2 = (producer, input, edges) => `<nodes>
  <node id="extract" type="task">
    <outputs><output name="text"/></outputs>${producer}
  </node>
  <node id="classify" type="task">
    <inputs>${input}</inputs>
  </node>
</nodes>
<edges>${edges}</edges>`;
	bound$1 = "<edge from=\"extract\" to=\"classify\" type=\"data\" fromPort=\"text\" toPort=\"text\"/>";
	guard = "\n    <guard when=\"${true}\"/>";
	joined = (attributes) => `<nodes>
  <node id="north" type="task"/>
  <node id="gate" type="barrier"${attributes}/>
</nodes>
<edges><edge from="north" to="gate"/></edges>`;
	flowWarningPages = [
		{
			code: "U1001",
			source: "HarnessXML §4.2, §13.3",
			why: "A data edge implies control. A control edge beside it makes readers see two relationships where there is one.",
			wrong: pair$2("", "<input name=\"text\"/>", `<edge from="extract" to="classify"/>${bound$1}`),
			right: pair$2("", "<input name=\"text\"/>", bound$1)
		},
		{
			code: "U1002",
			source: "HarnessXML §5.6, §13.3",
			why: "Where the guard is false, the node is skipped and has no outputs, and a required input that it feeds fails the run with HX-4101. Give the input a default.",
			wrong: pair$2(guard, "<input name=\"text\"/>", bound$1),
			right: pair$2(guard, "<input name=\"text\" default=\"\"/>", bound$1)
		},
		{
			code: "U1003",
			source: "HarnessXML §7.1.3",
			why: "Without an otherwise a decision in which no case is true fails the run with HX-4103.",
			wrong: `<node id="enough" type="decision"><cases><case when="\${true}" to="file"/></cases></node>
<node id="file" type="task"/>`,
			right: `<node id="enough" type="decision">
  <cases><case when="\${true}" to="file"/><otherwise to="file"/></cases>
</node>
<node id="file" type="task"/>`
		},
		{
			code: "U1011",
			source: "HarnessXML §2.3",
			why: "Ids are case-sensitive, and a reader will not see that ship and Ship are two nodes.",
			wrong: "<node id=\"ship\" type=\"task\"/>\n<node id=\"Ship\" type=\"task\"/>",
			right: "<node id=\"ship\" type=\"task\"/>\n<node id=\"return\" type=\"task\"/>"
		},
		{
			code: "U1017",
			source: OURS$1,
			why: "Incoming edges of all types meet in one join. An error edge whose source did not fail is negative there, and the node runs because of its other edges: so a handler with a normal edge beside its error edge also runs when nothing failed.",
			wrong: `<nodes>
  <node id="charge" type="task"/>
  <node id="audit" type="task"/>
  <node id="alert" type="task"/>
</nodes>
<edges>
  <edge from="charge" to="alert" type="error"/>
  <edge from="audit" to="alert"/>
</edges>`,
			right: `<nodes>
  <node id="charge" type="task"/>
  <node id="audit" type="task"/>
  <node id="alert" type="task"/>
</nodes>
<edges>
  <edge from="charge" to="alert" type="error"/>
  <edge from="audit" to="alert" type="error"/>
</edges>`
		},
		{
			code: "U1018",
			source: OURS$1,
			why: "A barrier that no edge leads to joins nothing: it is where the run begins and does not wait.",
			wrong: "<node id=\"gate\" type=\"barrier\"/>",
			right: joined("")
		},
		{
			code: "U1019",
			source: OURS$1,
			why: "A quorum counts only with joinPolicy=\"quorum\"; under another policy it is passed over.",
			wrong: joined(" quorum=\"1\""),
			right: joined(" joinPolicy=\"quorum\" quorum=\"1\"")
		},
		{
			code: "U1020",
			source: OURS$1,
			why: "Only data edges carry values. An edge that names ports and leaves out its type is a control edge, and binds nothing.",
			wrong: pair$2("", "<input name=\"text\" required=\"false\"/>", "<edge from=\"extract\" to=\"classify\" fromPort=\"text\" toPort=\"text\"/>"),
			right: pair$2("", "<input name=\"text\" required=\"false\"/>", bound$1)
		},
		{
			code: "U1022",
			source: OURS$1,
			why: "A loop whose body is the loop itself, perhaps through others, begins anew within each iteration, and does so until some bound stops it.",
			wrong: `<node id="start" type="task"/>
<node id="again" type="loop">
  <loop kind="times" count="2" maxIterations="2"><body ref="again"/></loop>
</node>`,
			right: `<node id="again" type="loop">
  <loop kind="times" count="2" maxIterations="2"><body ref="work"/></loop>
</node>
<node id="work" type="task"/>`
		}
	];
}));
// core/harness/pages/graph.ts
var saga, graphPages;
var init_graph$1 = __esmMin((() => {
	saga = (compensates, edges = "") => `<nodes>
  <node id="charge" type="task"/>
  <node id="ship" type="task"/>
  <node id="refund" type="task" compensates="${compensates}"/>
</nodes>
<edges>
  <edge from="charge" to="ship"/>
  <edge from="charge" to="refund" type="compensation"/>${edges}
</edges>`;
	graphPages = [
		{
			code: "HX-2004",
			source: "HarnessXML §4.5",
			why: "The compensation edge and the attribute say the same thing twice. Where they differ, one of them is wrong, and the wrong step would be undone.",
			wrong: saga("ship"),
			right: saga("charge")
		},
		{
			code: "HX-2005",
			source: "HarnessXML §4.5",
			why: "A node that is a step and an undo as well would sooner or later run at the wrong time. Data edges count: an undo reads what it needs with an expression.",
			wrong: saga("charge", "\n  <edge from=\"ship\" to=\"refund\"/>"),
			right: saga("charge")
		},
		{
			code: "HX-3001",
			source: "HarnessXML §2.5",
			why: "A run begins with the nodes that nothing leads to, or with the one that entry names. Where every node waits for another, nothing ever begins.",
			wrong: `<nodes>
  <node id="work" type="task"/>
  <node id="repair" type="task"/>
</nodes>
<edges>
  <edge from="work" to="repair" type="error"/>
  <edge from="repair" to="work" type="error"/>
</edges>`,
			right: `<nodes>
  <node id="work" type="task"/>
  <node id="repair" type="task"/>
</nodes>
<edges>
  <edge from="work" to="repair" type="error"/>
</edges>`
		},
		{
			code: "HX-3003",
			source: "HarnessXML §4.7",
			why: "Nodes on a cycle wait for each other. To repeat something, use a loop node, which has a bound. Error and compensation edges may lead back.",
			wrong: `<nodes>
  <node id="start" type="task"/>
  <node id="draft" type="task"/>
  <node id="review" type="task"/>
</nodes>
<edges>
  <edge from="start" to="draft"/>
  <edge from="draft" to="review"/>
  <edge from="review" to="draft"/>
</edges>`,
			right: `<nodes>
  <node id="revise" type="loop">
    <loop kind="times" count="3" maxIterations="3"><body ref="draft"/></loop>
  </node>
  <node id="draft" type="task"/>
</nodes>`
		},
		{
			code: "HX-3004",
			source: "HarnessXML §7.2.6",
			why: "A loop starts its body. An edge that starts it as well would run it outside of any iteration. A data edge is allowed: each iteration sees its value.",
			wrong: `<nodes>
  <node id="prepare" type="task"/>
  <node id="sample" type="loop">
    <loop kind="times" count="3" maxIterations="3"><body ref="measure"/></loop>
  </node>
  <node id="measure" type="task"/>
</nodes>
<edges><edge from="prepare" to="measure"/></edges>`,
			right: `<nodes>
  <node id="prepare" type="task"/>
  <node id="sample" type="loop">
    <loop kind="times" count="3" maxIterations="3"><body ref="measure"/></loop>
  </node>
  <node id="measure" type="task"/>
</nodes>
<edges><edge from="prepare" to="sample"/></edges>`
		},
		{
			code: "HX-3005",
			source: "HarnessXML §13.3",
			why: "A node that nothing reaches never runs. That is allowed while a workflow is being drawn, and otherwise a forgotten edge.",
			wrong: `<harness xmlns="https://harnessxml.com/spec/1.0" id="order" specVersion="1.0" entry="charge">
  <nodes><node id="charge" type="task"/><node id="ship" type="task"/></nodes>
</harness>`,
			right: `<harness xmlns="https://harnessxml.com/spec/1.0" id="order" specVersion="1.0" entry="charge">
  <nodes><node id="charge" type="task"/><node id="ship" type="task"/></nodes>
  <edges><edge from="charge" to="ship"/></edges>
</harness>`
		},
		{
			code: "HX-3301",
			source: "HarnessXML §3.1.2, §8.3",
			why: "What must not happen twice is not tried twice. If the call behind a step is safe to repeat, say idempotent=\"true\"; if not, remove the retry.",
			wrong: `<node id="charge" type="task" idempotent="false">
  <retry maxAttempts="3"/>
</node>`,
			right: "<node id=\"charge\" type=\"task\" idempotent=\"false\"/>"
		},
		{
			code: "HX-3501",
			source: "HarnessXML §9.1.2, §11.7",
			why: "Documents are committed, reviewed and archived, and a key in one of them is published. Name the secret and the store that keeps it. Known forms of keys are errors; what only looks like one is a warning.",
			wrong: `<resources>
  <resource id="bank" type="service" uri="https://app:hunter22@bank.example/api"/>
</resources>
<nodes><node id="charge" type="task"/></nodes>`,
			right: `<resources>
  <resource id="bank" type="service" uri="https://bank.example/api">
    <credential ref="BANK_PASSWORD" store="vault"/>
  </resource>
</resources>
<nodes><node id="charge" type="task"/></nodes>`
		}
	];
}));
// core/harness/pages/kinds.ts
var decision, loop, kindPages;
var init_kinds = __esmMin((() => {
	decision = `<node id="enough" type="decision">
  <cases>
    <case when="\${true}" to="file"/>
    <otherwise to="file"/>
  </cases>
</node>
<node id="file" type="task"/>`;
	loop = (attributes) => `<node id="sample" type="loop">
  <loop ${attributes} maxIterations="5"><body ref="measure"/></loop>
</node>
<node id="measure" type="task"/>`;
	kindPages = [
		{
			code: "HX-2201",
			source: "HarnessXML §3.2.4, §7.1.3",
			why: "A decision routes by its cases and a node of another type has none. To skip one step, give it a guard.",
			wrong: "<node id=\"enough\" type=\"decision\"/>",
			right: decision
		},
		{
			code: "HX-2202",
			source: "HarnessXML §3.2.5, §7.2",
			why: "What is repeated, and how often at most, stands in the loop element of a loop node, and nowhere else.",
			wrong: "<node id=\"sample\" type=\"loop\"/>",
			right: loop("kind=\"times\" count=\"3\"")
		},
		{
			code: "HX-2203",
			source: "HarnessXML §3.2.7",
			why: "A subworkflow node says which document it runs, and a node of another type runs none.",
			wrong: "<node id=\"enrich\" type=\"subworkflow\"/>",
			right: "<node id=\"enrich\" type=\"subworkflow\"><subworkflow href=\"enrich.hxml\"/></node>"
		},
		{
			code: "HX-2204",
			source: "HarnessXML §3.2.9",
			why: "A wait node says what it waits for, and a node of another type does not wait: give it an edge from a wait node instead.",
			wrong: "<node id=\"soak\" type=\"task\"><wait duration=\"PT10M\"/></node>",
			right: "<node id=\"soak\" type=\"wait\"><wait duration=\"PT10M\"/></node>"
		},
		{
			code: "HX-2205",
			source: "HarnessXML §3.2.9",
			why: "A wait ends in one way: after a time, once something is true, or by an event. With two of them nobody knows which one counts.",
			wrong: "<node id=\"soak\" type=\"wait\"><wait duration=\"PT10M\" event=\"stop\"/></node>",
			right: "<node id=\"soak\" type=\"wait\"><wait duration=\"PT10M\"/></node>"
		},
		{
			code: "HX-2206",
			source: "HarnessXML §7.1.3",
			why: "A decision with no case decides nothing. Where there is one way only, an edge says it.",
			wrong: `<node id="enough" type="decision"><cases><otherwise to="file"/></cases></node>
<node id="file" type="task"/>`,
			right: decision
		},
		{
			code: "HX-2207",
			source: "HarnessXML §7.2.2",
			why: "Each kind of loop needs one thing to know when it is over: forEach a collection (over), while and until a condition (while), times a number (count).",
			wrong: loop("kind=\"while\""),
			right: loop("kind=\"while\" while=\"${true}\"")
		},
		{
			code: "HX-2208",
			source: "HarnessXML §7.2.2",
			why: "A loop that is to run ten times and at most five times states two bounds that contradict each other.",
			wrong: loop("kind=\"times\" count=\"10\""),
			right: loop("kind=\"times\" count=\"5\"")
		}
	];
}));
// core/harness/pages/ports.ts
var pair$1, input, bound, right, quorum, portPages;
var init_ports = __esmMin((() => {
	pair$1 = (input, edges) => `<nodes>
  <node id="extract" type="task">
    <outputs><output name="text" type="string"/></outputs>
  </node>
  <node id="classify" type="task">
    <inputs>${input}</inputs>
  </node>
</nodes>
<edges>${edges}</edges>`;
	input = "<input name=\"text\" type=\"string\"/>";
	bound = "<edge from=\"extract\" to=\"classify\" type=\"data\" fromPort=\"text\" toPort=\"text\"/>";
	right = pair$1(input, bound);
	quorum = (attributes) => `<nodes>
  <node id="north" type="task"/>
  <node id="south" type="task"/>
  <node id="gate" type="barrier" joinPolicy="quorum"${attributes}/>
</nodes>
<edges>
  <edge from="north" to="gate"/>
  <edge from="south" to="gate"/>
</edges>`;
	portPages = [
		{
			code: "HX-2101",
			source: "HarnessXML §3.3",
			why: "A node whose required input nothing feeds could only fail. Feed it by a data edge or a value, or make it optional, with a default if there is one.",
			wrong: pair$1(input, "<edge from=\"extract\" to=\"classify\"/>"),
			right
		},
		{
			code: "HX-2102",
			source: "HarnessXML §3.3",
			why: "With a value and a data edge for one input a reader cannot tell which one wins, so neither does.",
			wrong: pair$1("<input name=\"text\" type=\"string\" value=\"none\"/>", bound),
			right
		},
		{
			code: "HX-2301",
			source: "HarnessXML §4.2",
			why: "A data edge binds an output to an input, so it names both. For order alone use a control edge.",
			wrong: pair$1("<input name=\"text\" required=\"false\"/>", "<edge from=\"extract\" to=\"classify\" type=\"data\" fromPort=\"text\"/>"),
			right
		},
		{
			code: "HX-2302",
			source: "HarnessXML §4.2",
			why: "What a data edge takes must be declared as an output of its source.",
			wrong: pair$1(input, bound.replace("fromPort=\"text\"", "fromPort=\"txet\"")),
			right
		},
		{
			code: "HX-2303",
			source: "HarnessXML §4.2",
			why: "Where a data edge brings its value must be declared as an input of its target.",
			wrong: pair$1("<input name=\"text\" required=\"false\"/>", bound.replace("toPort=\"text\"", "toPort=\"txet\"")),
			right
		},
		{
			code: "HX-2304",
			source: "HarnessXML §4.2",
			why: "Two producers of one input have no defined winner. Take two inputs, or join the values in a transform.",
			wrong: pair$1(input, bound + bound),
			right
		},
		{
			code: "HX-2401",
			source: "HarnessXML §5.3.1",
			why: "A quorum join is ready after so many edges, and only the author knows how many.",
			wrong: quorum(""),
			right: quorum(" quorum=\"1\"")
		},
		{
			code: "HX-2402",
			source: "HarnessXML §5.3.1",
			why: "A quorum above the number of incoming control, data and dependency edges is never reached, and the run would wait for ever.",
			wrong: quorum(" quorum=\"3\""),
			right: quorum(" quorum=\"2\"")
		},
		{
			code: "HX-3201",
			source: "HarnessXML §4.2",
			why: "Where both ports of a data edge say their type, the types must fit: be equal, or the target json. Here an integer also fits a number, and arrays and maps fit where what they hold fits. A port without a type is not checked.",
			wrong: pair$1("<input name=\"text\" type=\"number\"/>", bound),
			right
		}
	];
}));
// core/harness/pages/reading.ts
var note, readingPages;
var init_reading = __esmMin((() => {
	note = (code, title, why, mend) => ({
		code,
		severity: "error",
		title,
		family: "reading",
		source: "this project",
		why,
		mend
	});
	readingPages = [
		note("U0001", "there are more findings than are shown", "One slip can break a rule in thousands of places, and nobody reads thousands of findings. A document shows its first thousand, and this one counts the rest. It is a warning where all findings are warnings.", "Mend the findings that are shown and check again."),
		note("U0002", "the document is of a language that is not read", "The text is recognised as ORBIT by its first declaration, and this version reads HarnessXML and plans only. Guessing at a document would be worse than refusing it.", "Write the workflow as HarnessXML or as a plan. If the file is meant to be one of these, look at its beginning: XML begins with <, a plan is a JSON object with a member \"plan\"."),
		note("U0003", "the plan is no well-formed JSON", "The text begins as a plan and then breaks the grammar of JSON: a comma too many, a quote that is not closed, a member that is given twice. Analysis stops at that place.", "Mend the place that the finding names; what comes behind it has not been looked at."),
		note("U0004", "the JSON is not a valid plan", "A plan states every field of every node, and knows no others. The finding names the field by its JSON pointer: a value of another type, a field that is missing or not known, an edge that leads to no node.", "Write what the finding asks for at the place that it names.")
	];
}));
// core/harness/pages/references.ts
var referencePages;
var init_references = __esmMin((() => {
	referencePages = [
		{
			code: "HX-2001",
			source: "HarnessXML §2.4",
			why: "An edge, a case, a loop body and the entry lead to nodes of the same document. One that leads nowhere is a slip of the pen, and a run could not follow it.",
			wrong: `<nodes>
  <node id="reserve" type="task"/>
  <node id="charge" type="task"/>
</nodes>
<edges><edge from="reserve" to="chrage"/></edges>`,
			right: `<nodes>
  <node id="reserve" type="task"/>
  <node id="charge" type="task"/>
</nodes>
<edges><edge from="reserve" to="charge"/></edges>`
		},
		{
			code: "HX-2002",
			source: "HarnessXML §9.1",
			why: "A node names the resources it needs, and each is declared once at the top, so that moving a workflow elsewhere changes the declarations alone.",
			wrong: `<nodes>
  <node id="store" type="task"><resourceRef ref="database"/></node>
</nodes>`,
			right: `<resources><resource id="database" type="datastore"/></resources>
<nodes>
  <node id="store" type="task"><resourceRef ref="database"/></node>
</nodes>`
		},
		{
			code: "HX-2003",
			source: "HarnessXML §9.2",
			why: "A node names the artifacts it reads or writes, and each is declared with its place and digest.",
			wrong: `<nodes>
  <node id="classify" type="task"><artifactRef ref="taxonomy"/></node>
</nodes>`,
			right: `<artifacts><artifact id="taxonomy" type="config"/></artifacts>
<nodes>
  <node id="classify" type="task"><artifactRef ref="taxonomy"/></node>
</nodes>`
		},
		{
			code: "HX-2501",
			source: "HarnessXML §3.2.2",
			why: "An inference asks a model, and which one is the first question after a bad answer: so the node refers to a resource of type model.",
			wrong: "<node id=\"classify\" type=\"inference\"/>",
			right: `<resources><resource id="classifier" type="model"/></resources>
<nodes>
  <node id="classify" type="inference"><resourceRef ref="classifier"/></node>
</nodes>`
		},
		{
			code: "HX-3002",
			source: "HarnessXML §3.2.7",
			why: "A workflow that runs itself, directly or through others, never ends. The check looks at the documents that it was given and fetches none.",
			wrong: "<node id=\"again\" type=\"subworkflow\"><subworkflow href=\"this.hxml\"/></node>",
			right: "<node id=\"enrich\" type=\"subworkflow\"><subworkflow href=\"enrich.hxml\"/></node>"
		}
	];
}));
// core/harness/pages/running.ts
var failures, runningPages;
var init_running = __esmMin((() => {
	failures = {
		"HX-4101": {
			title: "a required input has no value",
			why: "The node was about to run, and one of its required inputs had neither a value nor a default. Mostly the node that should have produced it was skipped, or succeeded without binding that output. Passing null on would let the workflow work with data that nobody produced, so the node fails before its task is called.",
			mend: "Give the input a default or make it optional, where the node can do without; otherwise see to it that the producer runs whenever this node does."
		},
		"HX-4102": {
			title: "a resource cannot be resolved",
			why: "The node refers to a resource that the platform does not have, or whose credential is not in the store that the document names. The message names the reference and the store, and never a secret. The task was not called.",
			mend: "Declare the resource where the workflow runs, or put the credential into the store. In a scenario this comes from \"environment\": {\"resources\": {…: false}}."
		},
		"HX-4103": {
			title: "no case of a decision was true",
			why: "A decision goes one way. None of its cases was true and it has no otherwise, so there is no way to go. Warning U1003 tells of it before a run.",
			mend: "Add an otherwise, or a case for the values that occurred."
		},
		"HX-4104": {
			title: "a loop needs more iterations than it may have",
			why: "One more iteration was due after the one that maxIterations allows as the last. To stop quietly would report success with part of the work done, so the loop fails. The iterations before it did run, and are undone if the run unwinds.",
			mend: "Raise maxIterations, hand the loop less, or find out why its condition does not become false."
		},
		"HX-4105": {
			title: "an artifact is not the one that was declared",
			why: "The document declares a digest, and the content has another. A run on a file that somebody has replaced looks just like a right one, so the node fails before its task is called.",
			mend: "Find out which of the two is right. Bring the declared file back, or declare the digest of the new one and have that reviewed."
		},
		"HX-4106": {
			title: "an expression did what its values do not allow",
			why: "Values are not converted: text and numbers are not compared by size, null takes part in == and != only, nothing is divided by zero, and functions take the types that they are made for. Most often something was null because its producer was skipped.",
			mend: "Ask for null first, as in ${a.total != null and a.total > 5}, or give a value instead: ${a.total ?? 0}."
		},
		"HX-4107": {
			title: "a guard, case or condition is neither true nor false",
			why: "Whatever decides where a run goes must be a boolean. Text that is not empty, a number that is not 0, or null would be true in one language and false in another.",
			mend: "Write the comparison that is meant: ${order.total > 0} instead of ${order.total}."
		},
		"HX-4108": {
			title: "an attempt took longer than its timeout",
			why: "The attempt was given up with class timeout, and no attempt was left or the retry policy does not list that class. The far side may have done the work all the same: a timeout ends the waiting and nothing else.",
			mend: "Allow more time, or another attempt if the step is idempotent. If it is not, ask the far side what happened before anybody sends it again."
		},
		"HX-4109": {
			title: "a subworkflow cannot be run",
			why: "Its document was not given, is not valid, or is not the one whose digest the node states. Documents are never fetched.",
			mend: "Hand the document to the run: --with enrich.hxml, or \"documents\" in the scenario. If the digest differs, find out who changed which of the two."
		},
		"HX-4110": {
			title: "a compensation failed",
			source: "HarnessXML §8.4.3, §14.2",
			why: "The undo of a step failed for good, so what the step did may still stand. The other compensations ran nevertheless, and the run ends as failed and not as compensated, so that nobody takes it for rolled back.",
			mend: "Undo that one step by hand, with its idempotency key if the far side knows it. For the next time give the compensating node a retry, and make it idempotent."
		},
		"HX-4201": {
			title: "an identity or an isolation cannot be honoured",
			why: "The document says as whom a step runs and how far apart from others, and the platform cannot do that. To run it with a default identity or less isolation would give it rights that the document denies it.",
			mend: "Run the workflow where that principal and isolation are there. In a scenario this comes from \"environment\": {\"principals\": …, \"isolations\": …}."
		},
		"HX-4202": {
			title: "a declared permission was denied",
			why: "The step says which permissions it needs, and the platform denied one. It fails before its task is called instead of in the middle of its work.",
			mend: "Grant the permission, or take it out of the document if the step does not need it."
		}
	};
	runningPages = Object.entries(failures).map(([code, { title, source = "HarnessXML §14.2", why, mend }]) => ({
		code,
		severity: "error",
		title,
		family: "run",
		source,
		why,
		mend
	}));
}));
// core/harness/pages/structure.ts
var structurePages;
var init_structure = __esmMin((() => {
	structurePages = [
		{
			code: "HX-1001",
			source: "HarnessXML §2.2, §13.2.1 and the public schema",
			why: "Every document has its parts in the same order and its values in the same form, so that a reviewer finds a retry policy where it always is, and no runtime has to guess what a half-right value means. Text that is no well-formed XML has this code too, as has a DOCTYPE.",
			wrong: `<node id="charge" type="task">
  <timeout duration="30 seconds"/>
</node>`,
			right: `<node id="charge" type="task">
  <timeout duration="PT30S"/>
</node>`
		},
		{
			code: "HX-1002",
			source: "HarnessXML §2.1, §15.5",
			why: "Without a version nobody knows which rules a document was written for, and under another major version a familiar word may mean something else.",
			wrong: `<harness xmlns="https://harnessxml.com/spec/1.0" id="order">
  <nodes><node id="charge" type="task"/></nodes>
</harness>`,
			right: `<harness xmlns="https://harnessxml.com/spec/1.0" id="order" specVersion="1.0">
  <nodes><node id="charge" type="task"/></nodes>
</harness>`
		},
		{
			code: "HX-1003",
			source: "HarnessXML §2.8",
			why: "A word that is not known is refused and never skipped: what was skipped could have been the approval or the undo, and the run would report success without it.",
			wrong: "<node id=\"charge\" type=\"task\" idempotant=\"false\"/>",
			right: "<node id=\"charge\" type=\"task\" idempotent=\"false\"/>"
		},
		{
			code: "HX-1004",
			source: "HarnessXML §2.8",
			why: "With required=\"true\" an extension says that the workflow is wrong without it. A tool that does not understand it must not run the document. Leave the attribute out where the extension is a hint.",
			wrong: `<node id="grasp" type="task">
  <extension namespace="https://acme.example/force" required="true"/>
</node>`,
			right: `<node id="grasp" type="task">
  <extension namespace="https://acme.example/force"/>
</node>`
		},
		{
			code: "HX-1005",
			source: "HarnessXML §2.1",
			why: "A document is UTF-8, so that every tool reads the same letters in names and values. Save the file as UTF-8; the XML declaration may say so or be left out.",
			wrong: `<?xml version="1.0" encoding="ISO-8859-1"?>
<harness xmlns="https://harnessxml.com/spec/1.0" id="order" specVersion="1.0">
  <nodes><node id="charge" type="task"/></nodes>
</harness>`,
			right: `<?xml version="1.0" encoding="UTF-8"?>
<harness xmlns="https://harnessxml.com/spec/1.0" id="order" specVersion="1.0">
  <nodes><node id="charge" type="task"/></nodes>
</harness>`
		},
		{
			code: "HX-1006",
			source: "HarnessXML §2.6",
			why: "What belongs to a vendor stands inside an extension, where a tool that does not know it can tell that it may pass over it.",
			wrong: `<node id="grasp" type="task">
  <force xmlns="https://acme.example/force">12.5</force>
</node>`,
			right: `<node id="grasp" type="task">
  <extension namespace="https://acme.example/force">
    <force xmlns="https://acme.example/force">12.5</force>
  </extension>
</node>`
		},
		{
			code: "HX-1101",
			source: "HarnessXML §2.3",
			why: "A name that stands for two things makes every reference to it ambiguous. Nodes, edges, resources and artifacts have a space each, and so have the inputs and the outputs of a node.",
			wrong: `<node id="charge" type="task"/>
<node id="charge" type="human"><timeout duration="P1D"/></node>`,
			right: `<node id="charge" type="task"/>
<node id="approve" type="human"><timeout duration="P1D"/></node>`
		},
		{
			code: "HX-1102",
			source: "HarnessXML §2.10, §13.2.1",
			why: "A workflow without a step does nothing; most likely a tool lost the steps on its way.",
			wrong: "<nodes/>",
			right: "<nodes><node id=\"charge\" type=\"task\"/></nodes>"
		},
		{
			code: "HX-3401",
			source: "HarnessXML §8.1, §13.2.3",
			why: "Months and years have no fixed length, so no scheduler could say when such a time is over. Write days.",
			wrong: "<node id=\"approve\" type=\"human\"><timeout duration=\"P1M\"/></node>",
			right: "<node id=\"approve\" type=\"human\"><timeout duration=\"P30D\"/></node>"
		}
	];
}));
// core/harness/pages/timing-warnings.ts
var OURS, task, pair, timingWarningPages;
var init_timing_warnings = __esmMin((() => {
	OURS = "this project";
	task = (inside, attributes = "") => `<node id="charge" type="task"${attributes}>
  ${inside}
</node>`;
	pair = (input) => `<nodes>
  <node id="extract" type="task">
    <outputs><output name="text"/></outputs>
    <timeout duration="PT30S" onTimeout="skip"/>
  </node>
  <node id="classify" type="task"><inputs>${input}</inputs></node>
</nodes>
<edges>
  <edge from="extract" to="classify" type="data" fromPort="text" toPort="text"/>
</edges>`;
	timingWarningPages = [
		{
			code: "U1004",
			source: "HarnessXML §3.2.10",
			why: "A run that waits for a person who has left never ends, and nobody notices.",
			wrong: "<node id=\"approve\" type=\"human\"/>",
			right: "<node id=\"approve\" type=\"human\"><timeout duration=\"P3D\"/></node>"
		},
		{
			code: "U1008",
			source: OURS,
			why: "At its timeout the step counts as not done, and its call may have happened all the same: nothing undoes it later.",
			wrong: task("<timeout duration=\"PT30S\" onTimeout=\"skip\"/>", " idempotent=\"false\""),
			right: task("<timeout duration=\"PT30S\" onTimeout=\"fail\"/>", " idempotent=\"false\"")
		},
		{
			code: "U1009",
			source: OURS,
			why: "A step that is skipped has no outputs, and a required input that it feeds fails the run with HX-4101. Give the input a default.",
			wrong: pair("<input name=\"text\"/>"),
			right: pair("<input name=\"text\" default=\"\"/>")
		},
		{
			code: "U1012",
			source: OURS,
			why: "A step that is not idempotent is never retried by itself, so onTimeout=\"retry\" does what fail does.",
			wrong: task("<timeout duration=\"PT30S\" onTimeout=\"retry\"/>", " idempotent=\"false\""),
			right: task("<timeout duration=\"PT30S\" onTimeout=\"fail\"/>", " idempotent=\"false\"")
		},
		{
			code: "U1014",
			source: OURS,
			why: "With a multiplier below 1 each delay is shorter than the one before, the opposite of backing off; 0 makes a hot loop of it.",
			wrong: task("<retry maxAttempts=\"5\" multiplier=\"0.5\"/>"),
			right: task("<retry maxAttempts=\"5\" multiplier=\"1.5\"/>")
		},
		{
			code: "U1015",
			source: OURS,
			why: "Where maxDelay is below initialDelay, every delay is cut to it, and neither backoff nor multiplier has any effect.",
			wrong: task("<retry maxAttempts=\"5\" initialDelay=\"PT10S\" maxDelay=\"PT5S\"/>"),
			right: task("<retry maxAttempts=\"5\" initialDelay=\"PT5S\" maxDelay=\"PT10S\"/>")
		},
		{
			code: "U1016",
			source: OURS,
			why: "With a timeout of zero no attempt that takes any time can succeed. Leave the timeout out where there is no limit.",
			wrong: task("<timeout duration=\"PT0S\"/>"),
			right: task("<timeout duration=\"PT10S\"/>")
		}
	];
}));
// core/harness/pages/index.ts
function codePage(code) {
	return byCode.get(code) ?? null;
}
/** A page as Markdown. */
function markdownOf(page) {
	return `# ${page.code}: ${withoutTags(page.title)}

${page.severity}, from ${page.source}

${withoutTags(page.why)}

${"wrong" in page ? examplesOf(page) : `What to do: ${withoutTags(page.mend)}`}
`;
}
function examplesOf({ wrong, right }) {
	return `Wrong:

\`\`\`xml
${wrong}
\`\`\`

Right:

\`\`\`xml
${right}
\`\`\``;
}
/** In Markdown a tag of the text would be one of the page. */
function withoutTags(text) {
	return text.replaceAll("<", "&lt;");
}
var pages, rulePages, codePages, byCode;
var init_pages = __esmMin((() => {
	init_rules$1();
	init_compensation_warnings();
	init_expressions();
	init_flow_warnings();
	init_graph$1();
	init_kinds();
	init_ports();
	init_reading();
	init_references();
	init_running();
	init_structure();
	init_timing_warnings();
	pages = new Map([
		...structurePages,
		...referencePages,
		...kindPages,
		...portPages,
		...graphPages,
		...expressionPages,
		...flowWarningPages,
		...compensationWarningPages,
		...timingWarningPages
	].map((page) => [page.code, page]));
	rulePages = ruleFamilies.flatMap(({ name, rules }) => rules.map((rule) => ({
		family: name,
		rule
	}))).flatMap(({ family, rule: { code, severity, title } }) => {
		const page = pages.get(code);
		return page === void 0 ? [] : [{
			...page,
			severity,
			title,
			family
		}];
	}).sort((left, right) => left.code < right.code ? -1 : 1);
	codePages = [
		...rulePages,
		...readingPages,
		...runningPages
	];
	byCode = new Map(codePages.map((page) => [page.code, page]));
}));
// conformance/report/findings/github.ts
function renderFindingsGithub(files, locate) {
	return files.flatMap((file) => isRead(file) ? file.findings.map((finding) => annotationOf(finding, file, locate)) : [`::error title=unwind::${data(visible(file.error))}`]).map((line) => `${line}\n`).join("");
}
function annotationOf(finding, { path }, locate) {
	const { severity, code, line, column, endLine, endColumn, related } = finding;
	const location = locate(path);
	const title = codePage(code)?.title;
	const sameLine = line === endLine;
	const properties = {
		...location.uri === null ? {} : { file: location.path },
		line,
		...sameLine ? { col: column } : {},
		endLine,
		...sameLine ? { endColumn: Math.max(column, endColumn - 1) } : {},
		title: title === void 0 ? code : `${code}: ${title}`
	};
	const words = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
	const text = [finding.message, ...related.map((other) => `${location.path}:${other.line}:${other.column}: ${other.message}`)];
	return `::${severity} ${words.join(",")}::${data(text.map(visible).join("\n"))}`;
}
function data(text) {
	return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
function property(value) {
	return data(String(value)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
var init_github = __esmMin((() => {
	init_pages();
	init_visible();
	init_checked_file();
}));
// conformance/report/findings/page-of.ts
/** The page's file, from the root of the package; null for a code without a page. */
function pageOf(code) {
	return codePage(code) === null ? null : `${PAGES}/${code}.md`;
}
var PAGES;
var init_page_of = __esmMin((() => {
	init_pages();
	PAGES = "docs/rules";
}));
// conformance/report/findings/json.ts
function renderFindingsJson(files) {
	const report = { files: files.map((file) => isRead(file) ? {
		path: file.path,
		dialect: file.dialect,
		valid: isValid(file),
		findings: file.findings.map(findingOf)
	} : {
		path: file.path,
		dialect: null,
		valid: false,
		findings: [],
		error: file.error
	}) };
	return `${safeJson(JSON.stringify(report, null, 2))}\n`;
}
/** The fields by name, so that their order is ours. */
function findingOf(finding) {
	const { code, severity, line, column, endLine, endColumn, id, message, related } = finding;
	return {
		code,
		severity,
		line,
		column,
		endLine,
		endColumn,
		id,
		message,
		related,
		page: pageOf(code)
	};
}
var init_json$2 = __esmMin((() => {
	init_visible();
	init_checked_file();
	init_page_of();
}));
// simulator/trace/explain/words.ts
/** Digits behind the point, at most; zeros at the end are left out. */
function formatNumber(value, digits) {
	if (!Number.isFinite(value) || Number.isInteger(value)) return String(value);
	const text = value.toFixed(digits);
	return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
/** A stretch of virtual time for a person, to the millisecond: `0.7 s`, `2 min 5 s`, `3 h`. */
function formatTime(milliseconds) {
	const rounded = Math.round(milliseconds);
	if (rounded === 0 && milliseconds > 0) return `${formatNumber(milliseconds, 3)} ms`;
	if (rounded < MINUTE$1) return `${formatNumber(rounded / SECOND$1, 3)} s`;
	const parts = [];
	let rest = rounded;
	for (const [size, unit] of [
		[DAY$1, "d"],
		[HOUR$1, "h"],
		[MINUTE$1, "min"]
	]) {
		const count = Math.floor(rest / size);
		if (count > 0) parts.push(`${count} ${unit}`);
		rest -= count * size;
	}
	if (rest > 0) parts.push(`${formatNumber(rest / SECOND$1, 3)} s`);
	return parts.join(" ");
}
/** `a`, `a and b`, `a, b and c`. */
function joinWords(words, last = "and") {
	if (words.length < 2) return words.join("");
	return `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}
function countOf(count, one, many = `${one}s`) {
	return `${count} ${count === 1 ? one : many}`;
}
function quote(text) {
	return `“${text}”`;
}
/** The nodes by id; made once for each workflow. */
function nodesOf$2(workflow) {
	let nodes = indexes$1.get(workflow);
	if (nodes === void 0) {
		nodes = new Map(workflow.nodes.map((node) => [node.id, node]));
		indexes$1.set(workflow, nodes);
	}
	return nodes;
}
/** The name that a person gave the node, else its id. */
function nameOf$2(nodes, id) {
	return nodes.get(id)?.name ?? id;
}
function isCompensation(unit) {
	return unit.startsWith(COMPENSATION$3);
}
/** The unit that a compensation undoes, else the unit itself. */
function undoneUnit(unit) {
	return isCompensation(unit) ? unit.slice(11) : unit;
}
/** A unit of a node by name, a loop's iteration kept: `Ship parcel [2]`. */
function unitName(nodes, unit) {
	const undone = undoneUnit(unit);
	if (nodes.has(undone)) return nameOf$2(nodes, undone);
	const bracket = undone.indexOf("[");
	if (bracket < 0) return undone;
	return `${nameOf$2(nodes, undone.slice(0, bracket))} ${undone.slice(bracket)}`;
}
/** What an event is about; null where it is about the run as a whole. */
function subjectOf(nodes, event) {
	if (event.type === "unwinding.started" && event.unit !== void 0) return unitName(nodes, event.unit);
	if (!("node" in event)) return null;
	const name = nameOf$2(nodes, event.node);
	const unit = undoneUnit(event.unit);
	const bracket = nodes.has(unit) ? -1 : unit.indexOf("[");
	return bracket < 0 ? name : `${name} ${unit.slice(bracket)}`;
}
var SECOND$1, MINUTE$1, HOUR$1, DAY$1, indexes$1, COMPENSATION$3;
var init_words = __esmMin((() => {
	SECOND$1 = 1e3;
	MINUTE$1 = 60 * SECOND$1;
	HOUR$1 = 60 * MINUTE$1;
	DAY$1 = 24 * HOUR$1;
	indexes$1 = /* @__PURE__ */ new WeakMap();
	COMPENSATION$3 = "compensate:";
})), ambiguousRanges, fullwidthRanges, wideRanges;
var init_lookup_data = __esmMin((() => {
	ambiguousRanges = [
		161,
		161,
		164,
		164,
		167,
		168,
		170,
		170,
		173,
		174,
		176,
		180,
		182,
		186,
		188,
		191,
		198,
		198,
		208,
		208,
		215,
		216,
		222,
		225,
		230,
		230,
		232,
		234,
		236,
		237,
		240,
		240,
		242,
		243,
		247,
		250,
		252,
		252,
		254,
		254,
		257,
		257,
		273,
		273,
		275,
		275,
		283,
		283,
		294,
		295,
		299,
		299,
		305,
		307,
		312,
		312,
		319,
		322,
		324,
		324,
		328,
		331,
		333,
		333,
		338,
		339,
		358,
		359,
		363,
		363,
		462,
		462,
		464,
		464,
		466,
		466,
		468,
		468,
		470,
		470,
		472,
		472,
		474,
		474,
		476,
		476,
		593,
		593,
		609,
		609,
		708,
		708,
		711,
		711,
		713,
		715,
		717,
		717,
		720,
		720,
		728,
		731,
		733,
		733,
		735,
		735,
		768,
		879,
		913,
		929,
		931,
		937,
		945,
		961,
		963,
		969,
		1025,
		1025,
		1040,
		1103,
		1105,
		1105,
		8208,
		8208,
		8211,
		8214,
		8216,
		8217,
		8220,
		8221,
		8224,
		8226,
		8228,
		8231,
		8240,
		8240,
		8242,
		8243,
		8245,
		8245,
		8251,
		8251,
		8254,
		8254,
		8308,
		8308,
		8319,
		8319,
		8321,
		8324,
		8364,
		8364,
		8451,
		8451,
		8453,
		8453,
		8457,
		8457,
		8467,
		8467,
		8470,
		8470,
		8481,
		8482,
		8486,
		8486,
		8491,
		8491,
		8531,
		8532,
		8539,
		8542,
		8544,
		8555,
		8560,
		8569,
		8585,
		8585,
		8592,
		8601,
		8632,
		8633,
		8658,
		8658,
		8660,
		8660,
		8679,
		8679,
		8704,
		8704,
		8706,
		8707,
		8711,
		8712,
		8715,
		8715,
		8719,
		8719,
		8721,
		8721,
		8725,
		8725,
		8730,
		8730,
		8733,
		8736,
		8739,
		8739,
		8741,
		8741,
		8743,
		8748,
		8750,
		8750,
		8756,
		8759,
		8764,
		8765,
		8776,
		8776,
		8780,
		8780,
		8786,
		8786,
		8800,
		8801,
		8804,
		8807,
		8810,
		8811,
		8814,
		8815,
		8834,
		8835,
		8838,
		8839,
		8853,
		8853,
		8857,
		8857,
		8869,
		8869,
		8895,
		8895,
		8978,
		8978,
		9312,
		9449,
		9451,
		9547,
		9552,
		9587,
		9600,
		9615,
		9618,
		9621,
		9632,
		9633,
		9635,
		9641,
		9650,
		9651,
		9654,
		9655,
		9660,
		9661,
		9664,
		9665,
		9670,
		9672,
		9675,
		9675,
		9678,
		9681,
		9698,
		9701,
		9711,
		9711,
		9733,
		9734,
		9737,
		9737,
		9742,
		9743,
		9756,
		9756,
		9758,
		9758,
		9792,
		9792,
		9794,
		9794,
		9824,
		9825,
		9827,
		9829,
		9831,
		9834,
		9836,
		9837,
		9839,
		9839,
		9886,
		9887,
		9919,
		9919,
		9926,
		9933,
		9935,
		9939,
		9941,
		9953,
		9955,
		9955,
		9960,
		9961,
		9963,
		9969,
		9972,
		9972,
		9974,
		9977,
		9979,
		9980,
		9982,
		9983,
		10045,
		10045,
		10102,
		10111,
		11094,
		11097,
		12872,
		12879,
		57344,
		63743,
		65024,
		65039,
		65533,
		65533,
		127232,
		127242,
		127248,
		127277,
		127280,
		127337,
		127344,
		127373,
		127375,
		127376,
		127387,
		127404,
		917760,
		917999,
		983040,
		1048573,
		1048576,
		1114109
	];
	fullwidthRanges = [
		12288,
		12288,
		65281,
		65376,
		65504,
		65510
	];
	wideRanges = [
		4352,
		4447,
		8986,
		8987,
		9001,
		9002,
		9193,
		9196,
		9200,
		9200,
		9203,
		9203,
		9725,
		9726,
		9748,
		9749,
		9776,
		9783,
		9800,
		9811,
		9855,
		9855,
		9866,
		9871,
		9875,
		9875,
		9889,
		9889,
		9898,
		9899,
		9917,
		9918,
		9924,
		9925,
		9934,
		9934,
		9940,
		9940,
		9962,
		9962,
		9970,
		9971,
		9973,
		9973,
		9978,
		9978,
		9981,
		9981,
		9989,
		9989,
		9994,
		9995,
		10024,
		10024,
		10060,
		10060,
		10062,
		10062,
		10067,
		10069,
		10071,
		10071,
		10133,
		10135,
		10160,
		10160,
		10175,
		10175,
		11035,
		11036,
		11088,
		11088,
		11093,
		11093,
		11904,
		11929,
		11931,
		12019,
		12032,
		12245,
		12272,
		12287,
		12289,
		12350,
		12353,
		12438,
		12441,
		12543,
		12549,
		12591,
		12593,
		12686,
		12688,
		12773,
		12783,
		12830,
		12832,
		12871,
		12880,
		42124,
		42128,
		42182,
		43360,
		43388,
		44032,
		55203,
		63744,
		64255,
		65040,
		65049,
		65072,
		65106,
		65108,
		65126,
		65128,
		65131,
		94176,
		94180,
		94192,
		94198,
		94208,
		101594,
		101631,
		101664,
		101760,
		101874,
		101888,
		102801,
		102816,
		102866,
		110576,
		110579,
		110581,
		110587,
		110589,
		110590,
		110592,
		110888,
		110898,
		110898,
		110928,
		110930,
		110933,
		110933,
		110948,
		110952,
		110960,
		111355,
		119552,
		119638,
		119648,
		119670,
		126980,
		126980,
		127183,
		127183,
		127374,
		127374,
		127377,
		127386,
		127406,
		127406,
		127488,
		127490,
		127504,
		127547,
		127552,
		127560,
		127568,
		127569,
		127584,
		127589,
		127744,
		127776,
		127789,
		127797,
		127799,
		127868,
		127870,
		127891,
		127904,
		127946,
		127951,
		127955,
		127968,
		127984,
		127988,
		127988,
		127992,
		128062,
		128064,
		128064,
		128066,
		128252,
		128255,
		128317,
		128331,
		128334,
		128336,
		128359,
		128378,
		128378,
		128405,
		128406,
		128420,
		128420,
		128507,
		128591,
		128640,
		128709,
		128716,
		128716,
		128720,
		128722,
		128725,
		128729,
		128732,
		128735,
		128747,
		128748,
		128756,
		128764,
		128986,
		128986,
		128992,
		129003,
		129008,
		129008,
		129292,
		129338,
		129340,
		129349,
		129351,
		129535,
		129648,
		129660,
		129664,
		129734,
		129736,
		129736,
		129740,
		129757,
		129759,
		129771,
		129775,
		129786,
		131072,
		196605,
		196608,
		262141
	];
}));
// ../../work/main/node_modules/get-east-asian-width/utilities.js
var isInRange$1;
var init_utilities = __esmMin((() => {
	isInRange$1 = (ranges, codePoint) => {
		let low = 0;
		let high = Math.floor(ranges.length / 2) - 1;
		while (low <= high) {
			const mid = Math.floor((low + high) / 2);
			const i = mid * 2;
			if (codePoint < ranges[i]) high = mid - 1;
			else if (codePoint > ranges[i + 1]) low = mid + 1;
			else return true;
		}
		return false;
	};
}));
// ../../work/main/node_modules/get-east-asian-width/lookup.js
function findWideFastPathRange(ranges) {
	let fastPathStart = ranges[0];
	let fastPathEnd = ranges[1];
	for (let index = 0; index < ranges.length; index += 2) {
		const start = ranges[index];
		const end = ranges[index + 1];
		if (commonCjkCodePoint >= start && commonCjkCodePoint <= end) return [start, end];
		if (end - start > fastPathEnd - fastPathStart) {
			fastPathStart = start;
			fastPathEnd = end;
		}
	}
	return [fastPathStart, fastPathEnd];
}
var commonCjkCodePoint, wideFastPathStart, wideFastPathEnd, isAmbiguous, isFullwidth, isWide;
var init_lookup = __esmMin((() => {
	init_lookup_data();
	init_utilities();
	commonCjkCodePoint = 19968;
	[wideFastPathStart, wideFastPathEnd] = /* #__PURE__ */ findWideFastPathRange(wideRanges);
	isAmbiguous = (codePoint) => {
		if (codePoint < 161 || codePoint > 1114109) return false;
		return isInRange$1(ambiguousRanges, codePoint);
	};
	isFullwidth = (codePoint) => {
		if (codePoint < 12288 || codePoint > 65510) return false;
		return isInRange$1(fullwidthRanges, codePoint);
	};
	isWide = (codePoint) => {
		if (codePoint >= wideFastPathStart && codePoint <= wideFastPathEnd) return true;
		if (codePoint < 4352 || codePoint > 262141) return false;
		return isInRange$1(wideRanges, codePoint);
	};
}));
// ../../work/main/node_modules/get-east-asian-width/index.js
function validate(codePoint) {
	if (!Number.isSafeInteger(codePoint)) throw new TypeError(`Expected a code point, got \`${typeof codePoint}\`.`);
}
function eastAsianWidth(codePoint, { ambiguousAsWide = false } = {}) {
	validate(codePoint);
	if (isFullwidth(codePoint) || isWide(codePoint) || ambiguousAsWide && isAmbiguous(codePoint)) return 2;
	return 1;
}
var init_get_east_asian_width = __esmMin((() => {
	init_lookup();
}));
// conformance/report/terminal/width.ts
function characterWidth(character) {
	const code = character.codePointAt(0) ?? 0;
	if (code >= 32 && code < 127) return 1;
	return MARK.test(character) ? 0 : eastAsianWidth(code);
}
function widthOf(text) {
	let width = 0;
	for (const character of text) width += characterWidth(character);
	return width;
}
/** The width of the widest text; 0 for none. There may be more texts than a call takes. */
function widest(texts) {
	let width = 0;
	for (const text of texts) width = Math.max(width, widthOf(text));
	return width;
}
function padEnd(text, width) {
	return text + " ".repeat(Math.max(0, width - widthOf(text)));
}
function padStart(text, width) {
	return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}
/** What fits into the width from the left. */
function takeStart(text, width) {
	let taken = "";
	let used = 0;
	for (const character of text) {
		used += characterWidth(character);
		if (used > width) break;
		taken += character;
	}
	return taken;
}
function takeEnd(text, width) {
	const characters = [...text];
	let used = 0;
	let start = characters.length;
	while (start > 0) {
		used += characterWidth(characters[start - 1] ?? "");
		if (used > width) break;
		start -= 1;
	}
	return characters.slice(start).join("");
}
/** Names tell most by their beginning and their end, so what is too long loses its middle. */
function cutMiddle(text, width, ellipsis) {
	if (widthOf(text) <= width) return text;
	const room = width - widthOf(ellipsis);
	if (room < 1) return takeStart(text, width);
	const end = Math.floor(room / 2);
	return takeStart(text, room - end) + ellipsis + takeEnd(text, end);
}
function cutEnd(text, width, ellipsis) {
	if (widthOf(text) <= width) return text;
	return takeStart(text, Math.max(0, width - widthOf(ellipsis))) + ellipsis;
}
/** Lines of at most `width` columns, broken at blanks; a longer word is broken inside. */
function wrap(text, width) {
	const lines = [];
	let line = "";
	for (let word of text.split(" ")) {
		if (line !== "" && widthOf(line) + 1 + widthOf(word) > width) {
			lines.push(line);
			line = "";
		}
		while (widthOf(word) > width) {
			const part = takeStart(word, width) || [...word].slice(0, 1).join("");
			lines.push(part);
			word = word.slice(part.length);
		}
		line = line === "" ? word : `${line} ${word}`;
	}
	return line === "" ? lines : [...lines, line];
}
var MARK;
var init_width = __esmMin((() => {
	init_get_east_asian_width();
	MARK = /^\p{Mark}$/u;
}));
// conformance/report/findings/conceal.ts
/** The same lines; each credential keeps its length, so that columns stay what they were. */
function concealCredentials(lines, findings) {
	const places = findings.filter(({ code }) => code === CREDENTIAL);
	if (places.length === 0) return lines;
	const concealed = [...lines];
	for (const { line, column, endLine, endColumn } of places) for (let at = line; at <= Math.min(endLine, lines.length); at += 1) {
		const characters = [...concealed[at - 1] ?? ""];
		const from = at === line ? valueStart(characters, column - 1) : 0;
		const to = at === endLine ? endColumn - 2 : characters.length;
		for (let index = from; index < Math.min(to, characters.length); index += 1) characters[index] = MASK;
		concealed[at - 1] = characters.join("");
	}
	return concealed;
}
/** Behind the quote that opens an attribute's value, and the characters that may be seen. */
function valueStart(characters, from) {
	const quote = characters.findIndex((character, index) => index >= from && (character === "\"" || character === "'"));
	return quote < 0 ? from : quote + 1 + SHOWN$2;
}
var CREDENTIAL, SHOWN$2, MASK;
var init_conceal = __esmMin((() => {
	CREDENTIAL = "HX-3501";
	SHOWN$2 = 4;
	MASK = "*";
}));
// conformance/report/findings/excerpt.ts
/** `column` of a place counts code points, from 1; the end is behind its last one. */
function excerptOf(source, place, width, { glyphs }) {
	const all = [...source];
	const offset = Math.max(0, Math.min(place.column - 1, all.length) - LOOKED_AT);
	const characters = all.slice(offset, offset + 2 * LOOKED_AT);
	const start = Math.min(place.column - 1 - offset, characters.length);
	const end = place.endLine === place.line ? Math.min(place.endColumn - 1 - offset, characters.length) : characters.length;
	const shown = characters.map(visibleCharacter);
	const text = (from, to) => shown.slice(from, to).join("");
	return fitInto({
		before: text(0, start),
		marked: text(start, Math.max(start, end)),
		after: text(Math.max(start, end), shown.length)
	}, offset > 0, width, glyphs.ellipsis, glyphs.caret);
}
function fitInto({ before, marked, after }, cutAlready, width, ellipsis, caret) {
	const indented = before.replace(/^ +/, "");
	const shift = Math.min(before.length - indented.length, Math.max(0, before.length - indented.length - 2));
	const near = before.slice(shift);
	const whole = widthOf(near + marked + after) <= width && !cutAlready;
	const left = whole ? near : takeBehind(near, Math.floor(width / 3), ellipsis, cutAlready);
	const line = whole ? near + marked + after : cutEnd(left + marked + after, width, ellipsis);
	const room = Math.max(1, width - widthOf(left));
	const carets = caret.repeat(Math.max(1, Math.min(widthOf(marked), room)));
	return {
		line: line.trimEnd(),
		carets: " ".repeat(widthOf(left)) + carets
	};
}
/** The last columns of a text, with a sign where its beginning is missing. */
function takeBehind(text, width, ellipsis, cut) {
	if (widthOf(text) <= width && !cut) return text;
	return ellipsis + [...takeStart([...text].reverse().join(""), Math.max(0, width - widthOf(ellipsis)))].reverse().join("");
}
var LOOKED_AT;
var init_excerpt = __esmMin((() => {
	init_visible();
	init_width();
	LOOKED_AT = 2e3;
}));
// conformance/report/findings/lines.ts
/** The lines of a document as XML counts them: CR LF, LF and CR each end one (XML §2.11). */
function linesOf(bytes) {
	return new TextDecoder().decode(bytes).split(/\r\n|\n|\r/);
}
var init_lines = __esmMin((() => {}));
// conformance/report/findings/pretty.ts
function renderFindings(files, terminal) {
	const blocks = files.filter(isRead).map((file) => renderFile(file, terminal));
	if (files.length > 1) blocks.push(`${renderTotal(files, terminal)}\n`);
	return blocks.join("") + renderHint(files.filter(isRead), terminal);
}
/** How to get at the page of a code, told once, with the code that was found first. */
function renderHint(files, { paint }) {
	const all = files.flatMap(({ findings }) => findings);
	const codes = [...all.filter(({ severity }) => severity === "error"), ...all].map(({ code }) => code);
	const explained = [...new Set(codes)].filter((code) => pageOf(code) !== null);
	const [first] = explained;
	if (first === void 0) return "";
	return `${paint("faint", `Why, and how it is right: unwind rules ${first}${explained.length === 1 ? "" : " (and so for each code)"}`)}\n`;
}
function renderFile(file, terminal) {
	const { findings } = file;
	const lines = findings.length === 0 ? [] : concealCredentials(linesOf(file.bytes), findings);
	const blocks = findings.slice(0, SHOWN$1).map((finding) => `${renderFinding(file, finding, lines, terminal)}\n\n`);
	if (findings.length > SHOWN$1) {
		const more = countOf(findings.length - SHOWN$1, "more finding");
		blocks.push(`${terminal.paint("faint", `${more} (--format json lists all)`)}\n\n`);
	}
	return `${blocks.join("")}${renderVerdict(file, terminal)}\n`;
}
function renderFinding({ path }, finding, lines, terminal) {
	const { paint } = terminal;
	const { severity, code } = finding;
	const gutter = String(Math.max(finding.line, ...finding.related.map(({ line }) => line))).length;
	return [
		`${paint("strong", `${visible(path)}:${finding.line}:${finding.column}:`)} ${paint(TONES$2[severity], `${severity} ${code}`)}: ${visible(finding.message)}`,
		...renderExcerpt(finding, lines, gutter, TONES$2[severity], terminal),
		...finding.related.flatMap((related) => renderRelated(related, path, lines, gutter, terminal))
	].join("\n");
}
function renderRelated(related, path, lines, gutter, terminal) {
	const where = `${visible(path)}:${related.line}:${related.column}:`;
	return [`${" ".repeat(gutter + 1)}${terminal.paint("faint", where)} ${visible(related.message)}`, ...renderExcerpt(related, lines, gutter, "faint", terminal)];
}
function renderExcerpt(place, lines, gutter, tone, terminal) {
	const source = lines[place.line - 1];
	if (source === void 0 || source.trim() === "") return [];
	const { columns, glyphs, paint } = terminal;
	const { line, carets } = excerptOf(source, place, columns - gutter - 5, terminal);
	const bar = paint("faint", glyphs.gutter);
	return [` ${paint("faint", padStart(String(place.line), gutter))} ${bar} ${line}`, ` ${" ".repeat(gutter)} ${bar} ${paint(tone, carets)}`];
}
function renderVerdict(file, { paint, glyphs }) {
	const { path, findings, stopped } = file;
	const errors = findings.filter(({ severity }) => severity === "error").length;
	const warnings = findings.length - errors;
	const counts = [...errors > 0 ? [countOf(errors, "error")] : [], ...warnings > 0 ? [countOf(warnings, "warning")] : []].join(", ");
	const verdict = isValid(file) ? paint("good", `${glyphs.outcome.succeeded} valid`) : paint("bad", `${glyphs.outcome.failed} invalid`);
	const end = stopped ? "; analysis stopped there, so there may be more" : "";
	return `${verdict} ${visible(path)}${counts === "" ? "" : ` (${counts})`}${end}`;
}
function renderTotal(files, { paint }) {
	const read = files.filter(isRead);
	const valid = read.filter(isValid).length;
	return paint("strong", [
		`${countOf(files.length, "file")}: ${valid} valid`,
		`${read.length - valid} invalid`,
		...read.length < files.length ? [`${files.length - read.length} not read`] : []
	].join(", "));
}
var SHOWN$1, TONES$2;
var init_pretty$1 = __esmMin((() => {
	init_words();
	init_visible();
	init_width();
	init_checked_file();
	init_conceal();
	init_excerpt();
	init_lines();
	init_page_of();
	SHOWN$1 = 50;
	TONES$2 = {
		error: "bad",
		warning: "warning"
	};
}));
// ../../work/main/node_modules/@noble/hashes/_u64.js
function setU64FromNum(view, byteOffset, n, isLE) {
	const h = fromNumH(n);
	const l = fromNumL(n);
	view.setUint32(byteOffset, isLE ? l : h, isLE);
	view.setUint32(byteOffset + 4, isLE ? h : l, isLE);
}
var fromNumH, fromNumL;
var init__u64 = __esmMin((() => {
	fromNumH = (n) => n / 2 ** 32 | 0;
	fromNumL = (n) => n >>> 0;
}));
// ../../work/main/node_modules/@noble/hashes/utils.js
/**
* Checks if something is Uint8Array. Be careful: nodejs Buffer will return true.
* @param a - value to test
* @returns `true` when the value is a Uint8Array-compatible view.
* @example
* Check whether a value is a Uint8Array-compatible view.
* ```ts
* isBytes(new Uint8Array([1, 2, 3]));
* ```
*/
function isBytes(a) {
	return a instanceof Uint8Array || ArrayBuffer.isView(a) && a.constructor.name === "Uint8Array" && "BYTES_PER_ELEMENT" in a && a.BYTES_PER_ELEMENT === 1;
}
/**
* Asserts something is a non-negative integer.
* @param n - number to validate
* @param title - label included in thrown errors
* @returns The validated number.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Validate a non-negative integer option.
* ```ts
* anumber(32, 'length');
* ```
*/
function anumber(n, title = "") {
	if (typeof n !== "number") throw new TypeError(atitle(title) + "expected number, got " + typeof n);
	if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(atitle(title) + "expected integer >= 0, got " + n);
	return n;
}
/**
* Asserts something is Uint8Array.
* @param value - value to validate
* @param length - optional exact length constraint
* @param title - label included in thrown errors
* @returns The validated byte array.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Validate that a value is a byte array.
* ```ts
* abytes(new Uint8Array([1, 2, 3]));
* ```
*/
function abytes(value, length, title = "") {
	if (isBytes(value) && (length === void 0 || value.length === length)) return value;
	if (length !== void 0) anumber(length, "length");
	const bytes = isBytes(value);
	const ofLen = length !== void 0 ? ` of length ${length}` : "";
	const got = bytes ? `length=${value.length}` : `type=${typeof value}`;
	const message = atitle(title) + "expected Uint8Array" + ofLen + ", got " + got;
	if (!bytes) throw new TypeError(message);
	throw new RangeError(message);
}
/**
* Asserts a hash instance has not been destroyed or finished.
* @param instance - hash instance to validate
* @param checkFinished - whether to reject finalized instances
* @throws If the hash instance has already been destroyed or finalized. {@link Error}
* @example
* Validate that a hash instance is still usable.
* ```ts
* import { aexists } from '@noble/hashes/utils.js';
* import { sha256 } from '@noble/hashes/sha2.js';
* const hash = sha256.create();
* aexists(hash);
* ```
*/
function aexists(instance, checkFinished = true) {
	if (instance.destroyed) throw new Error("hash was destroyed");
	if (checkFinished && instance.finished) throw new Error("digest() was already called");
}
/**
* Asserts output is a sufficiently-sized byte array.
* @param out - destination buffer
* @param instance - hash instance providing output length
* Oversized buffers are allowed; downstream code only promises to fill the first `outputLen` bytes.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Validate a caller-provided digest buffer.
* ```ts
* import { aoutput } from '@noble/hashes/utils.js';
* import { sha256 } from '@noble/hashes/sha2.js';
* const hash = sha256.create();
* aoutput(new Uint8Array(hash.outputLen), hash);
* ```
*/
function aoutput(out, instance) {
	abytes(out, void 0, "output");
	const min = instance.outputLen;
	if (!(out.length >= min)) throw new RangeError("\"output\" expected length >= " + min);
}
/**
* Zeroizes typed arrays in place. Warning: JS provides no guarantees.
* @param arrays - arrays to overwrite with zeros
* @example
* Zeroize sensitive buffers in place.
* ```ts
* clean(new Uint8Array([1, 2, 3]));
* ```
*/
function clean(...arrays) {
	for (let i = 0; i < arrays.length; i++) arrays[i].fill(0);
}
/**
* Creates a DataView for byte-level manipulation.
* @param arr - source typed array
* @returns DataView over the same buffer region.
* @example
* Create a DataView over an existing buffer.
* ```ts
* createView(new Uint8Array(4));
* ```
*/
function createView(arr) {
	return new DataView(arr.buffer, arr.byteOffset, arr.byteLength);
}
/**
* Rotate-right operation for uint32 values.
* @param word - source word
* @param shift - shift amount in bits
* @returns Rotated word.
* @example
* Rotate a 32-bit word to the right.
* ```ts
* rotr(0x12345678, 8);
* ```
*/
function rotr(word, shift) {
	return word << 32 - shift | word >>> shift;
}
/**
* Convert byte array to hex string.
* Uses the built-in function when available and assumes it matches the tested
* fallback semantics.
* @param bytes - bytes to encode
* @returns Lowercase hexadecimal string.
* @throws On wrong argument types. {@link TypeError}
* @example
* Convert bytes to lowercase hexadecimal.
* ```ts
* bytesToHex(Uint8Array.from([0xca, 0xfe, 0x01, 0x23])); // 'cafe0123'
* ```
*/
function bytesToHex(bytes) {
	abytes(bytes);
	if (hasHexBuiltin) return bytes.toHex();
	let hex = "";
	for (let i = 0; i < bytes.length; i++) hex += hexes[bytes[i]];
	return hex;
}
/**
* Converts string to bytes using UTF8 encoding.
* Built-in doesn't validate input to be string: we do the check.
* Non-ASCII details are delegated to the platform `TextEncoder`.
* @param str - string to encode
* @returns UTF-8 encoded bytes.
* @throws On wrong argument types. {@link TypeError}
* @example
* Encode a string as UTF-8 bytes.
* ```ts
* utf8ToBytes('abc'); // Uint8Array.from([97, 98, 99])
* ```
*/
function utf8ToBytes(str) {
	if (typeof str !== "string") throw new TypeError("string expected");
	const encoded = new TextEncoder().encode(str);
	try {
		return new Uint8Array(encoded);
	} finally {
		clean(encoded);
	}
}
/**
* Merges default options and passed options.
* @param defaults - base option object
* @param opts - user overrides
* @param title - label included in thrown override errors
* @returns Fresh merged option object with a null prototype.
* @throws On wrong argument types. {@link TypeError}
* @example
* Merge user overrides onto default options.
* ```ts
* checkOpts({ dkLen: 32 }, { asyncTick: 10 });
* ```
*/
function checkOpts(defaults, opts, title = "opts") {
	aopts(defaults, "defaults");
	if (opts !== void 0) aopts(opts, title);
	return Object.assign(Object.create(null), defaults, opts);
}
/**
* Creates a callable hash function from a stateful class constructor.
* @param hashCons - hash constructor or factory
* @param info - optional metadata such as DER OID
* @returns Frozen callable hash wrapper with `.create()`.
*   Wrapper construction eagerly calls `hashCons(undefined)` once to read
*   `outputLen` / `blockLen`, so constructor side effects happen at module
*   init time.
* @throws On wrong argument types. {@link TypeError}
* @example
* Wrap a stateful hash constructor into a callable helper.
* ```ts
* import { createHasher } from '@noble/hashes/utils.js';
* import { sha256 } from '@noble/hashes/sha2.js';
* const wrapped = createHasher(sha256.create, { oid: sha256.oid });
* wrapped(new Uint8Array([1]));
* ```
*/
function createHasher(hashCons, info = {}) {
	if (typeof hashCons !== "function") throw new TypeError("\"hashCons\" expected function, got type=" + typeof hashCons);
	info = checkOpts({}, info, "info");
	const hashC = (msg, opts) => hashCons(opts).update(msg).digest();
	const tmp = hashCons(void 0);
	hashC.outputLen = tmp.outputLen;
	hashC.blockLen = tmp.blockLen;
	hashC.canXOF = tmp.canXOF;
	hashC.create = (opts) => hashCons(opts);
	Object.assign(hashC, info);
	return Object.freeze(hashC);
}
var atitle, aobject, aopts, hasHexBuiltin, hexes, oidNist;
var init_utils = __esmMin((() => {
	atitle = (title) => title ? `"${title}" ` : "";
	aobject = (value, label) => {
		if (value === null || typeof value !== "object" || Array.isArray(value)) throw new TypeError((label === "object" ? "" : `"${label}" `) + "expected object, got type=" + typeof value);
	};
	aopts = (value, label) => {
		aobject(value, label);
		const proto = Object.getPrototypeOf(value);
		if (proto !== Object.prototype && proto !== null) throw new TypeError(`"${label}" expected plain object`);
		if (Object.hasOwn(value, "__proto__")) throw new TypeError(`"${label}.__proto__" is not allowed`);
	};
	hasHexBuiltin = /* @__PURE__ */ (() => typeof Uint8Array.from([]).toHex === "function" && typeof Uint8Array.fromHex === "function")();
	hexes = /* @__PURE__ */ Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
	oidNist = (suffix) => ({ oid: Uint8Array.from([
		6,
		9,
		96,
		134,
		72,
		1,
		101,
		3,
		4,
		2,
		suffix
	]) });
}));
// ../../work/main/node_modules/@noble/hashes/_md.js
/**
* Shared 32-bit conditional boolean primitive reused by SHA-256, SHA-1, and MD5 `F`.
* Returns bits from `b` when `a` is set, otherwise from `c`.
* The XOR form is equivalent to MD5's `F(X,Y,Z) = XY v not(X)Z` because the masked terms never
* set the same bit.
* @param a - selector word
* @param b - word chosen when selector bit is set
* @param c - word chosen when selector bit is clear
* @returns Mixed 32-bit word.
* @example
* Combine three words with the shared 32-bit choice primitive.
* ```ts
* Chi(0xffffffff, 0x12345678, 0x87654321);
* ```
*/
function Chi(a, b, c) {
	return a & b ^ ~a & c;
}
/**
* Shared 32-bit majority primitive reused by SHA-256 and SHA-1.
* Returns bits shared by at least two inputs.
* @param a - first input word
* @param b - second input word
* @param c - third input word
* @returns Mixed 32-bit word.
* @example
* Combine three words with the shared 32-bit majority primitive.
* ```ts
* Maj(0xffffffff, 0x12345678, 0x87654321);
* ```
*/
function Maj(a, b, c) {
	return a & b ^ a & c ^ b & c;
}
var HashMD, SHA256_IV;
var init__md = __esmMin((() => {
	init__u64();
	init_utils();
	HashMD = class {
		blockLen;
		outputLen;
		canXOF = false;
		padOffset;
		isLE;
		buffer;
		view;
		finished = false;
		length = 0;
		pos = 0;
		destroyed = false;
		constructor(blockLen, outputLen, padOffset, isLE) {
			this.blockLen = blockLen;
			this.outputLen = outputLen;
			this.padOffset = padOffset;
			this.isLE = isLE;
			this.buffer = new Uint8Array(blockLen);
			this.view = createView(this.buffer);
		}
		update(data) {
			aexists(this);
			abytes(data);
			const { view, buffer, blockLen } = this;
			const len = data.length;
			let processed = false;
			for (let pos = 0; pos < len;) {
				const take = Math.min(blockLen - this.pos, len - pos);
				if (take === blockLen) {
					const dataView = createView(data);
					for (; blockLen <= len - pos; pos += blockLen) this.process(dataView, pos);
					processed = true;
					continue;
				}
				buffer.set(pos === 0 && take === len ? data : data.subarray(pos, pos + take), this.pos);
				this.pos += take;
				pos += take;
				if (this.pos === blockLen) {
					this.process(view, 0);
					this.pos = 0;
					processed = true;
				}
			}
			this.length += data.length;
			if (processed) this.roundClean();
			return this;
		}
		digestInto(out) {
			aexists(this);
			aoutput(out, this);
			this.finished = true;
			const { buffer, view, blockLen, isLE } = this;
			let { pos } = this;
			buffer[pos++] = 128;
			buffer.fill(0, pos);
			if (this.padOffset > blockLen - pos) {
				this.process(view, 0);
				buffer.fill(0);
			}
			setU64FromNum(view, blockLen - 8, this.length * 8, isLE);
			this.process(view, 0);
			this.roundClean();
			const oview = out === buffer ? view : createView(out);
			const len = this.outputLen;
			const outLen = len / 4;
			const state = this.get();
			if (len % 4 || outLen > state.length) throw new Error("invalid outputLen");
			for (let i = 0; i < outLen; i++) oview.setUint32(4 * i, state[i], isLE);
		}
		digest() {
			const { buffer, outputLen } = this;
			this.digestInto(buffer);
			const res = buffer.slice(0, outputLen);
			this.destroy();
			return res;
		}
		_cloneIntoMeta(to) {
			const { buffer, length, finished, destroyed, pos } = this;
			to.destroyed = destroyed;
			to.finished = finished;
			to.length = length;
			to.pos = pos;
			if (pos) to.buffer.set(buffer);
			return to;
		}
		clone() {
			return this._cloneInto();
		}
	};
	SHA256_IV = /* @__PURE__ */ Uint32Array.from([
		1779033703,
		3144134277,
		1013904242,
		2773480762,
		1359893119,
		2600822924,
		528734635,
		1541459225
	]);
}));
// ../../work/main/node_modules/@noble/hashes/sha2.js
var SHA256_K, SHA256_W, SHA2_32B, _SHA256, sha256;
var init_sha2 = __esmMin((() => {
	init__md();
	init_utils();
	SHA256_K = /* @__PURE__ */ Uint32Array.from([
		1116352408,
		1899447441,
		3049323471,
		3921009573,
		961987163,
		1508970993,
		2453635748,
		2870763221,
		3624381080,
		310598401,
		607225278,
		1426881987,
		1925078388,
		2162078206,
		2614888103,
		3248222580,
		3835390401,
		4022224774,
		264347078,
		604807628,
		770255983,
		1249150122,
		1555081692,
		1996064986,
		2554220882,
		2821834349,
		2952996808,
		3210313671,
		3336571891,
		3584528711,
		113926993,
		338241895,
		666307205,
		773529912,
		1294757372,
		1396182291,
		1695183700,
		1986661051,
		2177026350,
		2456956037,
		2730485921,
		2820302411,
		3259730800,
		3345764771,
		3516065817,
		3600352804,
		4094571909,
		275423344,
		430227734,
		506948616,
		659060556,
		883997877,
		958139571,
		1322822218,
		1537002063,
		1747873779,
		1955562222,
		2024104815,
		2227730452,
		2361852424,
		2428436474,
		2756734187,
		3204031479,
		3329325298
	]);
	SHA256_W = /* @__PURE__ */ new Uint32Array(64);
	SHA2_32B = class extends HashMD {
		A = 0;
		B = 0;
		C = 0;
		D = 0;
		E = 0;
		F = 0;
		G = 0;
		H = 0;
		constructor(outputLen, IV) {
			super(64, outputLen, 8, false);
			this.A = IV[0] | 0;
			this.B = IV[1] | 0;
			this.C = IV[2] | 0;
			this.D = IV[3] | 0;
			this.E = IV[4] | 0;
			this.F = IV[5] | 0;
			this.G = IV[6] | 0;
			this.H = IV[7] | 0;
		}
		get() {
			const { A, B, C, D, E, F, G, H } = this;
			return [
				A,
				B,
				C,
				D,
				E,
				F,
				G,
				H
			];
		}
		set(A, B, C, D, E, F, G, H) {
			this.A = A | 0;
			this.B = B | 0;
			this.C = C | 0;
			this.D = D | 0;
			this.E = E | 0;
			this.F = F | 0;
			this.G = G | 0;
			this.H = H | 0;
		}
		_cloneInto(to) {
			(to ||= new this.constructor()).set(...this.get());
			return this._cloneIntoMeta(to);
		}
		process(view, offset) {
			for (let i = 0; i < 16; i++, offset += 4) SHA256_W[i] = view.getUint32(offset, false);
			for (let i = 16; i < 64; i++) {
				const W15 = SHA256_W[i - 15];
				const W2 = SHA256_W[i - 2];
				const s0 = rotr(W15, 7) ^ rotr(W15, 18) ^ W15 >>> 3;
				const s1 = rotr(W2, 17) ^ rotr(W2, 19) ^ W2 >>> 10;
				SHA256_W[i] = s1 + SHA256_W[i - 7] + s0 + SHA256_W[i - 16] | 0;
			}
			let { A, B, C, D, E, F, G, H } = this;
			for (let i = 0; i < 64; i++) {
				const sigma1 = rotr(E, 6) ^ rotr(E, 11) ^ rotr(E, 25);
				const T1 = H + sigma1 + Chi(E, F, G) + SHA256_K[i] + SHA256_W[i] | 0;
				const T2 = (rotr(A, 2) ^ rotr(A, 13) ^ rotr(A, 22)) + Maj(A, B, C) | 0;
				H = G;
				G = F;
				F = E;
				E = D + T1 | 0;
				D = C;
				C = B;
				B = A;
				A = T1 + T2 | 0;
			}
			A = A + this.A | 0;
			B = B + this.B | 0;
			C = C + this.C | 0;
			D = D + this.D | 0;
			E = E + this.E | 0;
			F = F + this.F | 0;
			G = G + this.G | 0;
			H = H + this.H | 0;
			this.set(A, B, C, D, E, F, G, H);
		}
		roundClean() {
			clean(SHA256_W);
		}
		destroy() {
			this.destroyed = true;
			this.set(0, 0, 0, 0, 0, 0, 0, 0);
			clean(this.buffer);
		}
	};
	_SHA256 = class extends SHA2_32B {
		constructor() {
			super(32, SHA256_IV);
		}
	};
	sha256 = /* @__PURE__ */ createHasher(() => new _SHA256(), /* @__PURE__ */ oidNist(1));
}));
// conformance/report/findings/fingerprint.ts
/** A hex text for each finding of the file, in their order; no two are the same. */
function fingerprintsOf(file) {
	if (file.findings.length === 0) return [];
	const characters = charactersOf(concealCredentials(linesOf(file.bytes), file.findings));
	const counts = /* @__PURE__ */ new Map();
	return file.findings.map((finding) => {
		const name = JSON.stringify([
			finding.code,
			finding.id,
			textAt$1(characters, finding)
		]);
		const number = counts.get(name) ?? 0;
		counts.set(name, number + 1);
		return bytesToHex(sha256(utf8ToBytes(`${name} ${number}`))).slice(0, LENGTH);
	});
}
/** Keeps the last line: findings are sorted, and all of them may stand in one long line. */
function charactersOf(lines) {
	let kept = {
		line: 0,
		characters: []
	};
	return (line) => {
		if (kept.line !== line) kept = {
			line,
			characters: [...lines[line - 1] ?? ""]
		};
		return kept.characters;
	};
}
/** The text at a place; how it is broken into lines and indented does not count. */
function textAt$1(characters, { line, column, endLine, endColumn }) {
	let text = "";
	for (let at = line; at <= endLine && text.length < COUNTED; at += 1) {
		const from = at === line ? column - 1 : 0;
		const to = at === endLine ? endColumn - 1 : from + COUNTED;
		text += ` ${characters(at).slice(from, Math.min(to, from + COUNTED)).join("")}`;
	}
	return text.trim().replace(/\s+/g, " ").slice(0, COUNTED);
}
var COUNTED, LENGTH;
var init_fingerprint = __esmMin((() => {
	init_sha2();
	init_utils();
	init_conceal();
	init_lines();
	COUNTED = 1e3;
	LENGTH = 32;
}));
// conformance/report/findings/sarif-rules.ts
/** Where a code stands among the rules; −1 for one that is not known. */
function ruleIndexOf(code) {
	return indexes.get(code) ?? -1;
}
/** `ADataEdgeNamesBothPorts`: SARIF wants a name that is one word. */
function identifierOf(title) {
	return (title.match(/[A-Za-z0-9]+/g) ?? []).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
/** A name of the language keeps its case, as in `fromPort is an output of the source`. */
function sentence(title) {
	const first = /^[a-z]+(?=[ ,])/.exec(title)?.[0] ?? "";
	return `${first.charAt(0).toUpperCase()}${first.slice(1)}${title.slice(first.length)}.`;
}
function helpOf(page) {
	if (!("wrong" in page)) return `${page.why}\n\nWhat to do: ${page.mend}`;
	return `${page.why}\n\nWrong:\n\n${page.wrong}\n\nRight:\n\n${page.right}`;
}
var sarifRules, indexes;
var init_sarif_rules = __esmMin((() => {
	init_pages();
	sarifRules = codePages.filter(({ family }) => family !== "run").map((page) => ({
		id: page.code,
		name: identifierOf(page.title),
		shortDescription: { text: sentence(page.title) },
		fullDescription: { text: page.why },
		help: {
			text: helpOf(page),
			markdown: markdownOf(page)
		},
		defaultConfiguration: { level: page.severity },
		properties: {
			tags: [page.family],
			source: page.source
		}
	}));
	indexes = new Map(sarifRules.map(({ id }, index) => [id, index]));
}));
// conformance/report/findings/sarif.ts
/** The log; its last line has its end. Files that could not be read are told in it, too. */
function renderFindingsSarif(files, { version, locate }) {
	const read = files.filter(isRead);
	const notifications = files.flatMap((file) => isRead(file) ? [] : [notificationOf(file)]);
	const log = {
		$schema: SCHEMA,
		version: "2.1.0",
		runs: [{
			tool: { driver: {
				name: "unwind",
				version,
				semanticVersion: version,
				rules: sarifRules
			} },
			invocations: [{
				executionSuccessful: notifications.length === 0,
				...notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }
			}],
			originalUriBaseIds: { [BASE]: { description: message("The directory in which the command was run.") } },
			artifacts: read.map((file) => artifactOf(file, locate)),
			results: read.flatMap((file, index) => resultsOf(file, placing(file, index, locate))),
			columnKind: "unicodeCodePoints"
		}]
	};
	return `${safeJson(JSON.stringify(log, null, 2))}\n`;
}
/** Braces stand for placeholders, and a text in brackets before one in parentheses for a link. */
function message(text) {
	return { text: text.replace(/[{}]/g, "$&$&").replace(/\[(?=[^\]]*\]\()/g, "\\[") };
}
function notificationOf({ error }) {
	return {
		level: "error",
		message: message(error)
	};
}
function artifactOf({ path, bytes, dialect }, locate) {
	const mimeType = dialect === "harness" || dialect === "plan" ? MEDIA_TYPES[dialect] : void 0;
	return {
		location: locationOf(path, locate),
		length: bytes.length,
		roles: ["analysisTarget"],
		...mimeType === void 0 ? {} : { mimeType },
		hashes: { "sha-256": bytesToHex(sha256(bytes)) }
	};
}
/** The standard input has no URI (§3.4.2), so a description stands for it. */
function locationOf(path, locate) {
	const { uri } = locate(path);
	if (uri === null) return { description: message("The standard input.") };
	return isAbsolute$1(uri) ? { uri } : {
		uri,
		uriBaseId: BASE
	};
}
function isAbsolute$1(uri) {
	return uri.startsWith("file:");
}
function placing({ path }, index, locate) {
	const { description: _, ...location } = {
		description: null,
		...locationOf(path, locate)
	};
	return ({ line, column, endLine, endColumn }) => ({
		artifactLocation: {
			...location,
			index
		},
		region: {
			startLine: line,
			startColumn: column,
			endLine,
			endColumn
		}
	});
}
function resultsOf(file, place) {
	const fingerprints = fingerprintsOf(file);
	return file.findings.map((finding, index) => resultOf(finding, place, fingerprints[index] ?? ""));
}
function resultOf(finding, place, fingerprint) {
	const { code, severity, id, related } = finding;
	const ruleIndex = ruleIndexOf(code);
	return {
		ruleId: code,
		...ruleIndex < 0 ? {} : { ruleIndex },
		level: severity,
		message: message(finding.message),
		locations: [{
			physicalLocation: place(finding),
			...id === null ? {} : { logicalLocations: [{
				name: id,
				kind: "element"
			}] }
		}],
		...related.length === 0 ? {} : { relatedLocations: related.map((other, number) => ({
			id: number + 1,
			physicalLocation: place(other),
			message: message(other.message)
		})) },
		partialFingerprints: { "unwind/v1": fingerprint }
	};
}
var SCHEMA, BASE, MEDIA_TYPES;
var init_sarif = __esmMin((() => {
	init_sha2();
	init_utils();
	init_visible();
	init_checked_file();
	init_fingerprint();
	init_sarif_rules();
	SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
	BASE = "%SRCROOT%";
	MEDIA_TYPES = {
		harness: "application/harnessxml+xml",
		plan: "application/json"
	};
}));
// conformance/cli/outcomes.ts
var KNOWN, OUTCOMES$2;
var init_outcomes = __esmMin((() => {
	KNOWN = {
		succeeded: true,
		failed: true,
		compensated: true,
		cancelled: true,
		timed_out: true,
		paused: true,
		stalled: true,
		refused: true
	};
	OUTCOMES$2 = Object.keys(KNOWN);
}));
// conformance/cli/arguments.ts
/** `30s`, `5m`, `1.5h`, or an ISO duration: `PT30S`. In ms, above 0. */
function parseTime(text, option) {
	const match = /^(\d+(?:\.\d+)?)(ms|s|m|min|h|d)$/.exec(text);
	const milliseconds = match === null ? isoTime(text) : Number(match[1]) * (UNITS[match[2] ?? ""] ?? NaN);
	if (!(milliseconds > 0) || milliseconds > Number.MAX_SAFE_INTEGER) throw new Problem(`${option} takes a time above 0, like 30s, 5m or PT30S, not '${text}'.`);
	return milliseconds;
}
function isoTime(text) {
	const duration = parseDuration(text);
	return duration.ok ? duration.milliseconds : NaN;
}
/** A whole number within bounds. */
function parseInteger(text, option, least, most) {
	const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
	if (!(value >= least && value <= most)) {
		const bounds = most === Number.MAX_SAFE_INTEGER ? `${least} to 2^53 - 1` : `${least} to ${most}`;
		throw new Problem(`${option} takes a whole number from ${bounds}, not '${text}'.`);
	}
	return value;
}
/** The run's input: a JSON object. */
function parseJsonObject(text, option) {
	let value;
	try {
		value = JSON.parse(text);
	} catch {
		throw new Problem(`${option} takes JSON, like '{"order_id": "o-1"}'; '${text}' is none.`);
	}
	if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Problem(`${option} takes a JSON object, like '{"order_id": "o-1"}', not '${text}'.`);
	return value;
}
function parseOutcome(text, option) {
	const outcome = OUTCOMES$2.find((known) => known === text);
	if (outcome !== void 0) return outcome;
	throw new Problem(`${option} takes one of ${OUTCOMES$2.join(", ")}, not '${text}'${didYouMean(text, OUTCOMES$2) || "."}`);
}
/** One of the formats that are there; `planned` are those that are still to come. */
function parseFormat(text, formats, planned) {
	const format = formats.find((known) => known === text);
	if (format !== void 0) return format;
	if (planned.includes(text)) throw new Problem(`--format ${text} is not there yet; there are ${formats.join(", ")}.`);
	throw new Problem(`--format takes one of ${formats.join(", ")}, not '${text}'${didYouMean(text, formats) || "."}`);
}
var UNITS;
var init_arguments = __esmMin((() => {
	init_duration();
	init_suggest();
	init_outcomes();
	init_problem();
	UNITS = {
		ms: 1,
		s: 1e3,
		m: 6e4,
		min: 6e4,
		h: 36e5,
		d: 864e5
	};
}));
// core/harness/check-structure.ts
/** Checks the whole tree under `<harness>` and reports everything that is wrong with it. */
function checkStructure(root, findings, nearest) {
	const declared = attributeOf(root, "specVersion") ?? "";
	const version = /^1\.[0-9]{0,8}[1-9]$/.test(declared) ? `; the document is written for version ${declared}, and this tool knows 1.0` : "";
	checkElement(root, harness, {
		findings,
		nearest,
		version
	});
}
function checkElement(element, rule, check) {
	checkAttributes(element, rule, check);
	const { content } = rule;
	switch (content.kind) {
		case "empty":
			for (const child of element.children) unexpected(child, [], check);
			if (element.text !== "") {
				const message = `<${element.local}> must be empty, but holds ${/\S/.test(element.text) ? `the text ${quote$1(element.text.trim())}` : "blanks"}`;
				report$2(check, STRUCTURE, element, message);
			}
			break;
		case "text":
			checkText(element, content, check);
			break;
		case "sequence":
			checkSequence(element, content.parts, true, check);
			noText(element, check);
			break;
		case "any order":
			checkSequence(element, content.parts, false, check);
			noText(element, check);
			break;
		case "foreign":
			checkExtension(element, check);
			noText(element, check);
	}
}
function checkAttributes(element, { attributes, required }, check) {
	for (const name in element.attributes) {
		const rule = attributes[name];
		if (rule === void 0) {
			unknownAttribute(element, name, attributes, check);
			continue;
		}
		if (rule.datatype === text$1) continue;
		const value = element.attributes[name];
		const result = rule.datatype.read(value);
		if (result.ok) continue;
		const near = result.words === void 0 ? null : check.nearest(value, result.words);
		const version = result.code === UNKNOWN ? check.version : "";
		const message = `${name} ${quote$1(value)} of ${called(element)} ${result.message}${suggestion(near)}${version}`;
		check.findings.add(result.code, "error", spotOf(element, name), message);
	}
	for (const name of required) {
		if (element.attributes[name] !== void 0) continue;
		report$2(check, attributes[name]?.missingCode ?? STRUCTURE, element, `${called(element)} has no ${name}: add ${name}="…"`);
	}
}
function unknownAttribute(element, name, rules, check) {
	const uri = namespaceOfAttribute(name, element.scope);
	const local = name.slice(name.indexOf(":") + 1);
	if (uri === "http://www.w3.org/2000/xmlns/" || uri === "http://www.w3.org/XML/1998/namespace") return;
	if (uri === "http://www.w3.org/2001/XMLSchema-instance" && element.parent === null) return;
	const spot = spotOf(element, name);
	if (uri === "" || uri === "https://harnessxml.com/spec/1.0") {
		const known = Object.keys(rules);
		const message = uri !== "" && known.includes(local) ? `attribute ${quote$1(name)} of ${called(element)} has a prefix: HarnessXML's own attributes are written without one` : `${called(element)} has no attribute ${quote$1(name)}${suggestion(check.nearest(local, known))}${check.version}`;
		check.findings.add(UNKNOWN, "error", spot, message);
		return;
	}
	const message = `attribute ${quote$1(name)} of ${called(element)} is of the foreign namespace ${quote$1(uri)}: foreign content belongs inside <extension>`;
	check.findings.add(FOREIGN, "error", spot, message);
}
function checkText(element, content, check) {
	for (const child of element.children) unexpected(child, [], check);
	const result = content.datatype.read(element.text);
	if (result.ok) return;
	const message = `<${element.local}> ${quote$1(element.text.trim())} ${result.message}`;
	report$2(check, result.code, element, message);
}
function checkSequence(element, parts, ordered, check) {
	let seen = 0;
	let furthest = 0;
	for (const child of element.children) {
		const index = child.uri === "https://harnessxml.com/spec/1.0" ? indexOfPart(parts, child.local, furthest) : -1;
		const part = parts[index];
		if (part === void 0) {
			unexpected(child, parts, check);
			continue;
		}
		const bit = 1 << index;
		if (part.maximum === 1 && (seen & bit) !== 0) {
			const message = `${called(element)} has a second <${part.name}>: at most one is allowed`;
			report$2(check, STRUCTURE, child, message);
		} else if (ordered && index < furthest) {
			const before = parts[furthest]?.name ?? "";
			const message = `<${part.name}> stands after <${before}> in ${called(element)}: it must come before it`;
			report$2(check, STRUCTURE, child, message);
		}
		seen |= bit;
		furthest = Math.max(furthest, index);
		checkElement(child, part.rule, check);
	}
	for (const [index, part] of parts.entries()) {
		if (part.minimum === 0 || (seen & 1 << index) !== 0) continue;
		report$2(check, part.missingCode, element, `${called(element)} has no <${part.name}>`);
	}
}
/** Most children are of the same part as the one before, or of a later one. */
function indexOfPart(parts, name, furthest) {
	for (let index = furthest; index < parts.length; index += 1) if (parts[index]?.name === name) return index;
	for (let index = 0; index < furthest; index += 1) if (parts[index]?.name === name) return index;
	return -1;
}
function unexpected(child, parts, check) {
	const { local, uri, name } = child;
	const inside = child.parent === null ? "" : ` in ${called(child.parent)}`;
	if (uri === "https://harnessxml.com/spec/1.0") {
		if (elementNames.has(local)) {
			const message = `<${local}> can't stand${inside}, which may hold ${parts.length === 0 ? "nothing" : parts.map((part) => part.name).join(", ")}`;
			report$2(check, STRUCTURE, child, message);
			return;
		}
		const known = parts.length === 0 ? elementNames : parts.map((part) => part.name);
		const message = `<${name}>${inside} is no element of HarnessXML${suggestion(check.nearest(local, known))}${check.version}`;
		report$2(check, UNKNOWN, child, message);
		return;
	}
	if (uri === "") {
		const message = `<${name}>${inside} is in no namespace: every element of a document has one`;
		report$2(check, UNKNOWN, child, message);
		return;
	}
	const message = `<${name}>${inside} is of the foreign namespace ${quote$1(uri)}: foreign content belongs inside <extension>`;
	report$2(check, FOREIGN, child, message);
}
function checkExtension(element, check) {
	if (/^\s*(?:true|1)\s*$/.test(attributeOf(element, "required") ?? "")) {
		const message = `the extension ${quote$1(attributeOf(element, "namespace") ?? "")} is required and not understood here, so the document can't be run as it is meant`;
		check.findings.add(REQUIRED_EXTENSION, "error", spotOf(element, "required"), message);
	}
	for (const child of element.children) if (child.uri === "" || child.uri === "https://harnessxml.com/spec/1.0") unexpected(child, [], check);
	else checkForeign(child, check);
}
/** Foreign content is free, but it may not use words of HarnessXML that do not exist. */
function checkForeign(element, check) {
	for (const name in element.attributes) {
		if (namespaceOfAttribute(name, element.scope) !== "https://harnessxml.com/spec/1.0") continue;
		const message = `attribute ${quote$1(name)} of <${element.name}> is no attribute of HarnessXML`;
		check.findings.add(UNKNOWN, "error", spotOf(element, name), message);
	}
	for (const child of element.children) if (child.uri === "https://harnessxml.com/spec/1.0" && !elementNames.has(child.local)) unexpected(child, [], check);
	else checkForeign(child, check);
}
function noText(element, check) {
	if (!/\S/.test(element.text)) return;
	const message = `${called(element)} holds the text ${quote$1(element.text.trim())}, but only elements may stand there`;
	check.findings.add(STRUCTURE, "error", {
		element,
		attribute: null,
		text: true
	}, message);
}
function report$2(check, code, element, message) {
	check.findings.add(code, "error", spotOf(element), message);
}
/** An element as messages name it: with its own id or name, or with the id around it. */
function called(element) {
	const own = attributeOf(element, "id") ?? attributeOf(element, "name");
	if (own !== null) return `<${element.local}> ${quote$1(own)}`;
	const around = element.parent === null ? null : nearestId(element.parent);
	return around === null ? `<${element.local}>` : `<${element.local}> of ${quote$1(around)}`;
}
var STRUCTURE, UNKNOWN, REQUIRED_EXTENSION, FOREIGN;
var init_check_structure = __esmMin((() => {
	init_show();
	init_datatypes();
	init_findings();
	init_namespaces();
	init_near();
	init_structure$2();
	init_tree();
	STRUCTURE = "HX-1001";
	UNKNOWN = "HX-1003";
	REQUIRED_EXTENSION = "HX-1004";
	FOREIGN = "HX-1006";
}));
// core/harness/read.ts
/** The same for text that was decoded already: no byte order mark, no lone surrogates. */
function readHarnessText(text, options) {
	const early = faultOfProlog(text);
	if (early !== null) return stoppedAt(text, early);
	const parsed = parseXml(text);
	if (!parsed.ok) return stoppedAt(text, parsed.fault);
	const findings = createFindings(text);
	if (!isHarness(parsed.root, findings)) return reading$1(findings, null, true);
	const nearest = createNearest();
	checkStructure(parsed.root, findings, nearest);
	const view = createView$1(text, parsed.root, options, nearest);
	checkRules(view, findings);
	return reading$1(findings, findings.hasErrors ? null : view.workflow, false);
}
/** One finding, and none after it: the rest of the document can't be judged. */
function stoppedAt(text, fault) {
	const findings = createFindings(text);
	const message = `${fault.message}; analysis stopped here`;
	findings.addAt(fault.code, "error", fault, message);
	return reading$1(findings, null, true);
}
function reading$1(findings, workflow, stopped) {
	return {
		dialect: "harness",
		workflow,
		findings: findings.diagnostics(),
		stopped
	};
}
/** Whether the root is one that the tables can judge; if not, a finding says why. */
function isHarness(root, findings) {
	const stop = (code, attribute, message) => {
		findings.add(code, "error", spotOf(root, attribute), `${message}; analysis stopped here`);
		return false;
	};
	if (root.uri === "https://harnessxml.com/spec/1.0" && root.local === "harness") {
		const version = attributeOf(root, "specVersion") ?? "";
		if (!/^[0-9]+\.[0-9]+$/.test(version) || /^1\./.test(version)) return true;
		return stop("HX-1002", "specVersion", `specVersion ${quote$1(version)} is of another major version, in which known words may mean something else: 1.0 is read here`);
	}
	if (root.uri === "https://harnessxml.com/spec/1.0") return stop(elementNames.has(root.local) ? "HX-1001" : "HX-1003", null, `the root element is <${root.local}>, and must be <harness>`);
	const version = OTHER_VERSION.exec(root.uri)?.[1];
	if (version !== void 0 && version !== "1.0") return stop("HX-1002", null, `the document is in the namespace of version ${version}, and 1.0 is read here`);
	const wanted = `<harness xmlns="${HARNESS_NAMESPACE}" …>`;
	const what = root.uri === "" ? `<${root.name}> without a namespace` : `<${root.name}> of ${quote$1(root.uri)}`;
	return stop("HX-1001", null, `${root.local.toLowerCase() === "html" ? "this is HTML: " : ""}the root element is ${what}, and must be ${wanted}`);
}
var OTHER_VERSION;
var init_read$2 = __esmMin((() => {
	init_show();
	init_check_structure();
	init_findings();
	init_near();
	init_prolog();
	init_rules$1();
	init_structure$2();
	init_tree();
	init_view();
	init_xml();
	OTHER_VERSION = /^https?:\/\/harnessxml\.com\/spec\/([0-9]+\.[0-9]+)\/?$/i;
}));
// core/model/read-json.ts
/** Reads one JSON value, or says where and why the text is none. A byte order mark is skipped. */
function readJson(text, limits = JSON_LIMITS) {
	if (text.length > limits.length) return {
		ok: false,
		message: `the text is longer than ${limits.length} characters`,
		line: 1,
		column: 1
	};
	try {
		return {
			ok: true,
			value: readDocument$1(text, limits, null)
		};
	} catch (error) {
		if (!(error instanceof Malformed)) throw error;
		const [position = {
			line: 1,
			column: 1
		}] = positionsIn(text, [error.offset]);
		return {
			ok: false,
			message: error.message,
			...position
		};
	}
}
/**
* Where JSON pointers lead in a text that readJson accepted: the key of an object's member,
* the beginning of anything else. The nearest parent that is there, where one leads nowhere.
*/
function positionsOfPointers(text, pointers) {
	const offsets = /* @__PURE__ */ new Map();
	readDocument$1(text, {
		length: text.length,
		depth: JSON_LIMITS.depth
	}, offsets);
	return positionsIn(text, pointers.map((pointer) => {
		let nearest = pointer;
		while (!offsets.has(nearest) && nearest !== "") nearest = nearest.slice(0, nearest.lastIndexOf("/"));
		return offsets.get(nearest) ?? 0;
	}));
}
/** One step of a JSON pointer (RFC 6901), its slash included. */
function pointerStep(key) {
	return `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
/**
* Lines and columns of offsets in UTF-16 code units, in one pass over the text. CR, LF and
* CR LF end a line.
*/
function positionsIn(text, offsets) {
	const positions = new Array(offsets.length);
	const order = offsets.map((_, index) => index);
	order.sort((one, other) => offsets[one] - offsets[other]);
	let at = text.startsWith("﻿") ? 1 : 0;
	let line = 1;
	let column = 1;
	for (const index of order) {
		for (const offset = offsets[index]; at < offset; at += 1) {
			const unit = text.charCodeAt(at);
			if (unit === 10 || unit === 13 && text.charCodeAt(at + 1) !== 10) {
				line += 1;
				column = 1;
			} else if (!isSecondHalf(text, at)) column += 1;
		}
		positions[index] = {
			line,
			column
		};
	}
	return positions;
}
function isSecondHalf(text, at) {
	const unit = text.charCodeAt(at);
	if (unit < 56320 || unit > 57343) return false;
	const previous = text.charCodeAt(at - 1);
	return previous >= 55296 && previous <= 56319;
}
function readDocument$1(text, limits, offsets) {
	let at = text.startsWith("﻿") ? 1 : 0;
	skipBlanks();
	const value = readValue(0, "");
	skipBlanks();
	if (at < text.length) throw new Malformed(`nothing may follow the value, but ${found()} does`, at);
	return value;
	function readValue(depth, pointer) {
		if (offsets !== null && !offsets.has(pointer)) offsets.set(pointer, at);
		switch (text[at]) {
			case "{": return readObject(inner(depth), pointer);
			case "[": return readArray(inner(depth), pointer);
			case "\"": return readString();
			default: return readScalar();
		}
	}
	function inner(depth) {
		if (depth === limits.depth) throw new Malformed(`values are nested deeper than ${limits.depth} levels`, at);
		return depth + 1;
	}
	function readObject(depth, pointer) {
		const object = Object.create(null);
		at += 1;
		skipBlanks();
		if (text[at] === "}") return end(object);
		for (;;) {
			if (text[at] !== "\"") throw new Malformed(`expected a key in double quotes, ${notFound()}`, at);
			const start = at;
			const key = readString();
			if (key in object) throw new Malformed(`the key ${quote$1(key)} occurs twice`, start);
			const memberPointer = offsets === null ? "" : pointer + pointerStep(key);
			offsets?.set(memberPointer, start);
			skipBlanks();
			if (text[at] !== ":") throw new Malformed(`expected ':' after a key, ${notFound()}`, at);
			at += 1;
			skipBlanks();
			object[key] = readValue(depth, memberPointer);
			if (separatorOrEnd("}")) return end(object);
		}
	}
	function readArray(depth, pointer) {
		const array = [];
		at += 1;
		skipBlanks();
		if (text[at] === "]") return end(array);
		for (;;) {
			const itemPointer = offsets === null ? "" : pointer + pointerStep(array.length);
			array.push(readValue(depth, itemPointer));
			if (separatorOrEnd("]")) return end(array);
		}
	}
	function separatorOrEnd(close) {
		skipBlanks();
		if (text[at] === close) return true;
		if (text[at] !== ",") throw new Malformed(`expected ',' or '${close}', ${notFound()}`, at);
		const comma = at;
		at += 1;
		skipBlanks();
		if (text[at] === close) throw new Malformed(`a comma stands before '${close}'; remove it`, comma);
		return false;
	}
	function end(value) {
		at += 1;
		return value;
	}
	function readString() {
		const start = at;
		at += 1;
		let result = "";
		for (;;) {
			const from = at;
			while (isPlain(text.charCodeAt(at))) at += 1;
			result += text.slice(from, at);
			const next = text[at];
			if (next === "\"") return end(result);
			if (next === void 0) throw new Malformed("a text is not closed with a double quote", start);
			if (next !== "\\") throw new Malformed("a line break or control character in a text is written as \\n or \\u", at);
			result += readEscape();
		}
	}
	function readEscape() {
		const letter = text[at + 1] ?? "";
		const simple = ESCAPES.get(letter);
		if (simple !== void 0) {
			at += 2;
			return simple;
		}
		const digits = text.slice(at + 2, at + 6);
		if (letter !== "u" || !/^[0-9A-Fa-f]{4}$/.test(digits)) throw new Malformed(`the escape ${quote$1(`\\${letter}`)} is not known in JSON`, at);
		at += 6;
		return String.fromCharCode(Number.parseInt(digits, 16));
	}
	function readScalar() {
		const start = at;
		const digits = match(NUMBER$2);
		if (digits !== "") {
			const next = text[at] ?? "";
			if (/[\w.]/.test(next)) throw new Malformed("a number is malformed", start);
			const number = Number(digits);
			if (!Number.isFinite(number)) throw new Malformed(`the number ${quote$1(digits)} is too large`, start);
			return number;
		}
		const word = match(WORD);
		if (word === "true") return true;
		if (word === "false") return false;
		if (word === "null") return null;
		if (word !== "") throw new Malformed(`${quote$1(word)} is no JSON value; texts are in double quotes`, start);
		if (text[at] === "'") throw new Malformed("texts are in double quotes, not single ones", at);
		if (text[at] === "/") throw new Malformed("JSON has no comments", at);
		throw new Malformed(`expected a value, ${notFound()}`, at);
	}
	function skipBlanks() {
		while (isBlank$1(text.charCodeAt(at))) at += 1;
	}
	function match(pattern) {
		pattern.lastIndex = at;
		const matched = pattern.exec(text)?.[0] ?? "";
		at += matched.length;
		return matched;
	}
	function notFound() {
		return at < text.length ? `not ${found()}` : "but the text ends";
	}
	function found() {
		return quote$1(String.fromCodePoint(text.codePointAt(at) ?? 0));
	}
}
/** What may stand in a text as it is; NaN, behind the end, may not. */
function isPlain(unit) {
	return unit >= 32 && unit !== 34 && unit !== 92;
}
function isBlank$1(unit) {
	return unit === 32 || unit === 10 || unit === 13 || unit === 9;
}
var JSON_LIMITS, Malformed, NUMBER$2, WORD, ESCAPES;
var init_read_json = __esmMin((() => {
	init_show();
	JSON_LIMITS = {
		length: 2 ** 24,
		depth: 100
	};
	Malformed = class {
		message;
		offset;
		constructor(message, offset) {
			this.message = message;
			this.offset = offset;
		}
	};
	NUMBER$2 = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
	WORD = /[A-Za-z_$][\w$]*/y;
	ESCAPES = /* @__PURE__ */ new Map([
		["\"", "\""],
		["\\", "\\"],
		["/", "/"],
		["b", "\b"],
		["f", "\f"],
		["n", "\n"],
		["r", "\r"],
		["t", "	"]
	]);
}));
// core/model/inspect.ts
function report$1(located, message) {
	located.problems.push({
		path: located.path,
		message
	});
}
function member(object, name) {
	return {
		value: Object.hasOwn(object.value, name) ? object.value[name] : void 0,
		path: object.path + pointerStep(name),
		problems: object.problems
	};
}
function isPresent(located) {
	return located.value !== void 0;
}
/** The object as it stands, once fields outside of `known` are reported. */
function objectAt(located, known) {
	const keys = keysAt(located);
	if (keys === void 0) return void 0;
	for (const key of keys) {
		if (known.includes(key)) continue;
		const hint = didYouMean(key, known) || `; known are ${known.join(", ")}`;
		report$1(member(located, key), `the field ${quote$1(key)} is not known${hint}`);
	}
	return located;
}
/** The members of an object whose keys are free, in document order. */
function entriesAt(located) {
	return keysAt(located)?.map((key) => [key, member(located, key)]);
}
function itemsAt(located, maximum) {
	const { value, path, problems } = located;
	if (value === void 0) return void 0;
	if (!Array.isArray(value)) return report$1(located, `must be an array, not ${show$1(value)}`);
	if (value.length > maximum) return report$1(located, `has ${value.length} entries; at most ${maximum} are read`);
	return Array.from(value, (item, index) => ({
		value: item,
		path: path + pointerStep(index),
		problems
	}));
}
function numberAt(located, rule) {
	const { value } = located;
	if (value === void 0) return void 0;
	if (typeof value !== "number" || !isInRange(value, rule)) {
		const kind = rule.integer === true ? "a whole number" : "a number";
		const upTo = rule.exclusive === true ? "below" : "to";
		return report$1(located, `must be ${kind} ${`from ${rule.minimum} ${upTo} ${rule.maximum}`}, not ${show$1(value)}`);
	}
	return value;
}
function booleanAt(located) {
	const { value } = located;
	if (value === void 0 || typeof value === "boolean") return value;
	return report$1(located, `must be true or false, not ${show$1(value)}`);
}
function textAt(located, rule = {}) {
	const { value } = located;
	if (value === void 0) return void 0;
	if (typeof value !== "string") return report$1(located, `must be a text, not ${show$1(value)}`);
	const maximumLength = rule.maximumLength ?? Number.POSITIVE_INFINITY;
	if (value.length > maximumLength) return report$1(located, `is longer than ${maximumLength} characters`);
	if (rule.pattern !== void 0 && !rule.pattern.test(value)) return report$1(located, `${show$1(value)} is not ${rule.what ?? "well formed"}`);
	return value;
}
function choiceAt(located, choices) {
	const { value } = located;
	if (value === void 0) return void 0;
	const found = choices.find((choice) => choice === value);
	if (found !== void 0) return found;
	const near = typeof value === "string" ? didYouMean(value, choices) : "";
	return report$1(located, `must be one of ${choices.join(", ")}, not ${show$1(value)}${near}`);
}
/** Reports where the value is absent; for fields that must be stated. */
function required(located, read, hint = "") {
	if (located.value === void 0) return report$1(located, `is missing${hint === "" ? "" : `; ${hint}`}`);
	return read(located);
}
/** Null where null stands; whatever `read` makes of anything else. */
function nullable(located, read) {
	return located.value === null ? null : read(located);
}
function keysAt(located) {
	const { value } = located;
	if (value === void 0) return void 0;
	if (typeof value !== "object" || value === null || Array.isArray(value)) return report$1(located, `must be an object, not ${show$1(value)}`);
	return Object.keys(value);
}
function isInRange(value, rule) {
	if (!(value >= rule.minimum && value <= rule.maximum)) return false;
	if (rule.exclusive === true && value === rule.maximum) return false;
	return rule.integer !== true || Number.isInteger(value);
}
var init_inspect = __esmMin((() => {
	init_read_json();
	init_show();
	init_suggest();
}));
// core/model/plan-names.ts
/** Reports ids that occur twice, and references to nodes, artifacts and resources unknown. */
function checkPlanNames(workflow, problems) {
	const { nodes, artifacts, resources } = workflow;
	const nodeIds = unique(namesOf(nodes, "/nodes"), "node", problems);
	const artifactIds = unique(namesOf(artifacts, "/artifacts"), "artifact", problems);
	const resourceIds = unique(namesOf(resources, "/resources"), "resource", problems);
	for (const [index, node] of nodes.entries()) {
		unique(portsOf$1(node.inputs, `/nodes/${index}/inputs`), "input", problems);
		unique(portsOf$1(node.outputs, `/nodes/${index}/outputs`), "output", problems);
		const path = `/nodes/${index}`;
		known(nodesOf$1(node, path), nodeIds, "node", problems);
		known(refsOf(node.artifacts, `${path}/artifacts`), artifactIds, "artifact", problems);
		known(refsOf(node.resources, `${path}/resources`), resourceIds, "resource", problems);
	}
	known(nodesOfWorkflow(workflow), nodeIds, "node", problems);
}
function unique(named, what, problems) {
	const seen = /* @__PURE__ */ new Set();
	for (const { name, path } of named) {
		if (seen.has(name)) problems.push({
			path,
			message: `the ${what} ${quote$1(name)} is declared already`
		});
		seen.add(name);
	}
	return seen;
}
function known(named, declared, what, problems) {
	for (const { name, path } of named) {
		if (declared.has(name)) continue;
		const message = `there is no ${what} ${quote$1(name)}${didYouMean(name, declared)}`;
		problems.push({
			path,
			message
		});
	}
}
function namesOf(items, path) {
	return items.map(({ id }, index) => ({
		name: id,
		path: `${path}/${index}/id`
	}));
}
function portsOf$1(ports, path) {
	return ports.map(({ name }, index) => ({
		name,
		path: `${path}/${index}/name`
	}));
}
function refsOf(references, path) {
	return references.map(({ ref }, index) => ({
		name: ref,
		path: `${path}/${index}/ref`
	}));
}
function nodesOf$1(node, path) {
	const named = (node.cases ?? []).map(({ to }, index) => ({
		name: to,
		path: `${path}/cases/${index}/to`
	}));
	if (node.otherwise !== null) named.push({
		name: node.otherwise,
		path: `${path}/otherwise`
	});
	if (node.loop !== null) named.push({
		name: node.loop.body,
		path: `${path}/loop/body`
	});
	if (node.compensates !== null) named.push({
		name: node.compensates,
		path: `${path}/compensates`
	});
	return named;
}
function nodesOfWorkflow({ entry, edges }) {
	const named = edges.flatMap(({ from, to }, index) => [{
		name: from,
		path: `/edges/${index}/from`
	}, {
		name: to,
		path: `/edges/${index}/to`
	}]);
	return entry === null ? named : [{
		name: entry,
		path: "/entry"
	}, ...named];
}
var init_plan_names = __esmMin((() => {
	init_show();
	init_suggest();
}));
// core/model/read-plan-fields.ts
/** A field that must be there: in a plan all are, null where they mean nothing. */
function stated(object, name, read) {
	return required(member(object, name), read, "every field is stated, null if it means nothing");
}
/** A field that must be there and may be null. */
function statedOrNull(object, name, read) {
	return stated(object, name, (located) => nullable(located, read)) ?? null;
}
function idAt(located) {
	return textAt(located, IDENTIFIER);
}
function plainTextAt(located) {
	return textAt(located);
}
function timeAt(located) {
	return numberAt(located, TIME$1);
}
function oneOf(choices) {
	return (located) => choiceAt(located, choices);
}
function within(rule) {
	return (located) => numberAt(located, rule);
}
/** The entries of a list, without those that are no objects of the fields given. */
function listAt(located, fields, read) {
	const items = [];
	for (const entry of itemsAt(located, 1e6) ?? []) {
		const object = objectAt(entry, fields);
		if (object !== void 0) items.push(read(object));
	}
	return items;
}
function propertiesAt(located) {
	return listAt(located, ["name", "value"], (property) => ({
		name: stated(property, "name", plainTextAt) ?? "",
		value: stated(property, "value", plainTextAt) ?? ""
	}));
}
var TIME$1, COUNT, POSITIVE, IDENTIFIER;
var init_read_plan_fields = __esmMin((() => {
	init_duration();
	init_inspect();
	TIME$1 = {
		minimum: 0,
		maximum: MAXIMUM_TIME
	};
	COUNT = {
		minimum: 0,
		maximum: MAXIMUM_TIME,
		integer: true
	};
	POSITIVE = {
		...COUNT,
		minimum: 1
	};
	IDENTIFIER = {
		pattern: /^[A-Za-z_][A-Za-z0-9_.-]*$/,
		what: "an id; ids begin with a letter or _ and go on with letters, digits, _, - and .",
		maximumLength: 255
	};
}));
// core/model/read-plan-node.ts
function readPlanNode(located) {
	const node = objectAt(located, NODE_FIELDS);
	if (node === void 0) return void 0;
	const statedKind = stated(node, "kind", oneOf(KINDS));
	if (statedKind !== void 0) checkKindFields(node, statedKind);
	const join = stated(node, "join", oneOf(JOINS)) ?? "all";
	const optional = (name, read) => isPresent(member(node, name)) ? read(member(node, name)) : null;
	return {
		id: stated(node, "id", idAt) ?? "",
		kind: statedKind ?? "task",
		name: null,
		description: null,
		implementation: null,
		idempotent: stated(node, "idempotent", booleanAt) ?? true,
		join,
		quorum: readQuorum(node, join),
		compensates: optional("compensates", idAt) ?? null,
		inputs: stated(node, "inputs", readInputs) ?? [],
		outputs: stated(node, "outputs", readOutputs) ?? [],
		config: optional("config", propertiesAt) ?? [],
		resources: optional("resources", readResources) ?? [],
		artifacts: optional("artifacts", readArtifacts) ?? [],
		guard: statedOrNull(node, "guard", plainTextAt),
		retry: optional("retry", readRetry) ?? null,
		timeout: optional("timeout", readTimeout$1) ?? null,
		cases: optional("cases", readCases),
		otherwise: optional("otherwise", readOtherwise) ?? null,
		loop: optional("loop", readLoop) ?? null,
		subworkflow: optional("subworkflow", readSubworkflow) ?? null,
		wait: optional("wait", readWait) ?? null,
		security: null,
		extensions: []
	};
}
function checkKindFields(node, kind) {
	for (const [field, owner] of Object.entries(KIND_FIELDS)) {
		const located = member(node, field);
		if (isPresent(located) === (kind === owner)) continue;
		if (isPresent(located)) report$1(located, `belongs to a ${owner}, and this is a ${kind}`);
		else report$1(located, `is missing; a ${owner} has it`);
	}
}
function readQuorum(node, join) {
	const located = member(node, "quorum");
	const quorum = statedOrNull(node, "quorum", within(POSITIVE));
	if (isPresent(located) && located.value !== null !== (join === "quorum")) report$1(located, "is a number where join is quorum, and null elsewhere");
	return quorum;
}
function readInputs(located) {
	return listAt(located, [
		"name",
		"type",
		"required",
		"default",
		"value"
	], (input) => ({
		name: stated(input, "name", idAt) ?? "",
		description: null,
		type: statedOrNull(input, "type", plainTextAt),
		required: stated(input, "required", booleanAt) ?? true,
		default: statedOrNull(input, "default", plainTextAt),
		value: statedOrNull(input, "value", plainTextAt)
	}));
}
function readOutputs(located) {
	return listAt(located, ["name", "type"], (output) => ({
		name: stated(output, "name", idAt) ?? "",
		description: null,
		type: statedOrNull(output, "type", plainTextAt),
		required: true,
		default: null,
		value: null
	}));
}
function readResources(located) {
	return listAt(located, ["ref", "role"], (reference) => ({
		ref: stated(reference, "ref", idAt) ?? "",
		role: statedOrNull(reference, "role", plainTextAt)
	}));
}
function readArtifacts(located) {
	return listAt(located, ["ref", "direction"], (reference) => ({
		ref: stated(reference, "ref", idAt) ?? "",
		direction: stated(reference, "direction", oneOf([
			"in",
			"out",
			"inout"
		])) ?? "in"
	}));
}
function readRetry(located) {
	const retry = objectAt(located, RETRY_FIELDS);
	if (retry === void 0) return void 0;
	const attempts = {
		minimum: 1,
		maximum: 1e3,
		integer: true
	};
	const factor = {
		minimum: 0,
		maximum: Number.MAX_VALUE
	};
	return {
		maxAttempts: stated(retry, "maxAttempts", within(attempts)) ?? 1,
		backoff: stated(retry, "backoff", oneOf(BACKOFFS)) ?? "none",
		initialDelay: stated(retry, "initialDelay", timeAt) ?? 0,
		maxDelay: statedOrNull(retry, "maxDelay", timeAt),
		multiplier: stated(retry, "multiplier", within(factor)) ?? 1,
		jitter: stated(retry, "jitter", oneOf(JITTERS)) ?? "none",
		retryOn: readClasses(member(retry, "retryOn"))
	};
}
function readClasses(located) {
	if (!isPresent(located)) return null;
	const word = {
		pattern: /^[^ \t\r\n]+$/,
		what: "one word"
	};
	return (itemsAt(located, 1e6) ?? []).map((item) => textAt(item, word) ?? "");
}
function readTimeout$1(located) {
	const timeout = objectAt(located, ["duration", "onTimeout"]);
	if (timeout === void 0) return void 0;
	return {
		duration: stated(timeout, "duration", timeAt) ?? 0,
		onTimeout: stated(timeout, "onTimeout", oneOf(ON_TIMEOUTS)) ?? "fail"
	};
}
function readCases(located) {
	const cases = listAt(located, ["when", "to"], (entry) => ({
		when: stated(entry, "when", plainTextAt) ?? "",
		to: stated(entry, "to", idAt) ?? ""
	}));
	if (Array.isArray(located.value) && located.value.length === 0) report$1(located, "has no case; a decision has at least one");
	return cases;
}
function readOtherwise(located) {
	return located.value === null ? null : idAt(located);
}
function readLoop(located) {
	const loop = objectAt(located, LOOP_FIELDS);
	if (loop === void 0) return void 0;
	const kind = stated(loop, "kind", oneOf(LOOP_KINDS)) ?? "times";
	const need = LOOP_NEEDS[kind];
	if (member(loop, need).value === null) report$1(member(loop, need), `is null, but a loop of kind ${kind} goes by it`);
	return {
		kind,
		body: stated(loop, "body", idAt) ?? "",
		over: statedOrNull(loop, "over", plainTextAt),
		while: statedOrNull(loop, "while", plainTextAt),
		count: statedOrNull(loop, "count", within(COUNT)),
		var: stated(loop, "var", idAt) ?? "item",
		indexVar: stated(loop, "indexVar", idAt) ?? "index",
		maxIterations: stated(loop, "maxIterations", within(POSITIVE)) ?? 1,
		maxConcurrency: stated(loop, "maxConcurrency", within(POSITIVE)) ?? 1,
		onItemFailure: stated(loop, "onItemFailure", oneOf(ON_ITEM_FAILURES)) ?? "fail"
	};
}
function readSubworkflow(located) {
	const subworkflow = objectAt(located, [
		"href",
		"digest",
		"specVersion"
	]);
	if (subworkflow === void 0) return void 0;
	return {
		href: stated(subworkflow, "href", plainTextAt) ?? "",
		digest: statedOrNull(subworkflow, "digest", plainTextAt),
		specVersion: statedOrNull(subworkflow, "specVersion", plainTextAt)
	};
}
function readWait(located) {
	const wait = objectAt(located, [
		"duration",
		"until",
		"event"
	]);
	if (wait === void 0) return void 0;
	if ([
		"duration",
		"until",
		"event"
	].filter((name) => isPresent(member(wait, name))).length !== 1) report$1(wait, "has exactly one of duration, until and event");
	return {
		duration: timeAt(member(wait, "duration")) ?? null,
		until: textAt(member(wait, "until")) ?? null,
		event: textAt(member(wait, "event")) ?? null
	};
}
var KINDS, JOINS, BACKOFFS, JITTERS, ON_TIMEOUTS, LOOP_KINDS, ON_ITEM_FAILURES, LOOP_NEEDS, KIND_FIELDS, NODE_FIELDS, RETRY_FIELDS, LOOP_FIELDS;
var init_read_plan_node = __esmMin((() => {
	init_inspect();
	init_read_plan_fields();
	KINDS = [...[
		"task",
		"inference",
		"transform",
		"decision",
		"loop",
		"parallel",
		"barrier"
	], ...[
		"subworkflow",
		"source",
		"sink",
		"wait",
		"human"
	]];
	JOINS = [
		"all",
		"any",
		"quorum"
	];
	BACKOFFS = [
		"none",
		"fixed",
		"linear",
		"exponential"
	];
	JITTERS = ["none", "full"];
	ON_TIMEOUTS = [
		"fail",
		"skip",
		"retry"
	];
	LOOP_KINDS = [
		"forEach",
		"while",
		"until",
		"times"
	];
	ON_ITEM_FAILURES = [
		"fail",
		"continue",
		"break"
	];
	LOOP_NEEDS = {
		forEach: "over",
		while: "while",
		until: "while",
		times: "count"
	};
	KIND_FIELDS = {
		cases: "decision",
		otherwise: "decision",
		loop: "loop",
		wait: "wait",
		subworkflow: "subworkflow"
	};
	NODE_FIELDS = [
		...[
			"id",
			"kind",
			"idempotent",
			"join",
			"quorum",
			"inputs",
			"outputs",
			"guard",
			"retry"
		],
		...["timeout", ...Object.keys(KIND_FIELDS)],
		...[
			"compensates",
			"config",
			"resources",
			"artifacts"
		]
	];
	RETRY_FIELDS = [...[
		"maxAttempts",
		"backoff",
		"initialDelay",
		"maxDelay",
		"multiplier",
		"jitter",
		"retryOn"
	]];
	LOOP_FIELDS = [...[
		"kind",
		"body",
		"over",
		"while",
		"count",
		"var",
		"indexVar",
		"maxIterations"
	], ...["maxConcurrency", "onItemFailure"]];
}));
// core/model/read-plan.ts
/**
* Reads parsed plan JSON. Fields, ranges and references between nodes are checked, each
* problem with its JSON pointer; rules that look at the graph or into expressions are a
* validator's.
*/
function fromPlan(json) {
	const problems = [];
	const root = objectAt({
		value: json,
		path: "",
		problems
	}, FIELDS$2);
	if (root === void 0) {
		if (json === void 0) problems.push({
			path: "",
			message: "a plan is missing"
		});
		return {
			workflow: null,
			problems
		};
	}
	const workflow = readWorkflow(root);
	if (problems.length === 0) checkPlanNames(workflow, problems);
	return {
		workflow: problems.length === 0 ? workflow : null,
		problems
	};
}
function readWorkflow(plan) {
	checkVersion(plan);
	const profile = stated(plan, "profile", oneOf(PROFILES$1)) ?? "baseline";
	return {
		id: stated(plan, "id", idAt) ?? "",
		name: null,
		profile,
		specVersion: null,
		entry: statedOrNull(plan, "entry", idAt),
		onFailure: stated(plan, "onFailure", oneOf(ON_FAILURE$1)) ?? "unwind",
		timeout: readTimeout(plan, profile),
		metadata: null,
		security: null,
		resources: listAt(member(plan, "resources"), RESOURCE_FIELDS, readResource),
		artifacts: listAt(member(plan, "artifacts"), ARTIFACT_FIELDS, readArtifact),
		nodes: stated(plan, "nodes", readNodes) ?? [],
		edges: stated(plan, "edges", (edges) => listAt(edges, EDGE_FIELDS, readEdge)) ?? [],
		extensions: []
	};
}
function checkVersion(plan) {
	const version = member(plan, "plan");
	if (version.value === 1) return;
	if (!isPresent(version)) report$1(version, "is missing; write 1, the version of the format");
	else report$1(version, `only version 1 is known, not ${show$1(version.value)}`);
}
function readTimeout(plan, profile) {
	const timeout = statedOrNull(plan, "timeout", timeAt);
	if (timeout !== null && profile !== "orbit") report$1(member(plan, "timeout"), `is null in the ${profile} profile: only orbit has it`);
	return timeout;
}
function readNodes(located) {
	const items = itemsAt(located, 1e6) ?? [];
	if (Array.isArray(located.value) && items.length === 0) report$1(located, "has no node; a workflow has at least one");
	return items.map(readPlanNode).filter((node) => node !== void 0);
}
function readEdge(edge) {
	return {
		id: null,
		description: null,
		from: stated(edge, "from", idAt) ?? "",
		to: stated(edge, "to", idAt) ?? "",
		type: stated(edge, "type", oneOf(EDGE_TYPES)) ?? "control",
		condition: statedOrNull(edge, "condition", plainTextAt),
		fromPort: statedOrNull(edge, "fromPort", idAt),
		toPort: statedOrNull(edge, "toPort", idAt),
		extensions: []
	};
}
function readArtifact(artifact) {
	return {
		id: stated(artifact, "id", idAt) ?? "",
		type: stated(artifact, "type", oneOf(ARTIFACT_TYPES)) ?? "document",
		name: statedOrNull(artifact, "name", plainTextAt),
		description: null,
		uri: statedOrNull(artifact, "uri", plainTextAt),
		mediaType: statedOrNull(artifact, "mediaType", plainTextAt),
		digest: statedOrNull(artifact, "digest", plainTextAt),
		classification: statedOrNull(artifact, "classification", oneOf(CLASSIFICATIONS)),
		properties: stated(artifact, "properties", propertiesAt) ?? [],
		extensions: []
	};
}
function readResource(resource) {
	return {
		id: stated(resource, "id", idAt) ?? "",
		type: stated(resource, "type", oneOf(RESOURCE_TYPES)) ?? "service",
		name: statedOrNull(resource, "name", plainTextAt),
		description: null,
		provider: statedOrNull(resource, "provider", plainTextAt),
		uri: statedOrNull(resource, "uri", plainTextAt),
		properties: stated(resource, "properties", propertiesAt) ?? [],
		credential: null,
		extensions: []
	};
}
var PROFILES$1, ON_FAILURE$1, EDGE_TYPES, ARTIFACT_TYPES, RESOURCE_TYPES, CLASSIFICATIONS, FIELDS$2, EDGE_FIELDS, ARTIFACT_FIELDS, RESOURCE_FIELDS;
var init_read_plan$1 = __esmMin((() => {
	init_inspect();
	init_plan_names();
	init_read_plan_fields();
	init_read_plan_node();
	init_show();
	PROFILES$1 = [
		"harness",
		"baseline",
		"orbit"
	];
	ON_FAILURE$1 = ["unwind", "pause"];
	EDGE_TYPES = [
		"control",
		"data",
		"dependency",
		"error",
		"compensation"
	];
	ARTIFACT_TYPES = [...[
		"dataset",
		"model",
		"document",
		"image",
		"binary",
		"config",
		"log",
		"report"
	]];
	RESOURCE_TYPES = [...[
		"model",
		"compute",
		"datastore",
		"queue",
		"device",
		"service",
		"secretstore"
	]];
	CLASSIFICATIONS = [...[
		"public",
		"internal",
		"confidential",
		"restricted"
	]];
	FIELDS$2 = [...[
		"plan",
		"id",
		"profile",
		"entry",
		"onFailure",
		"nodes",
		"edges",
		"timeout"
	], ...["artifacts", "resources"]];
	EDGE_FIELDS = [
		"from",
		"to",
		"type",
		"condition",
		"fromPort",
		"toPort"
	];
	ARTIFACT_FIELDS = [...[
		"id",
		"type",
		"name",
		"uri",
		"mediaType",
		"digest",
		"classification",
		"properties"
	]];
	RESOURCE_FIELDS = [
		"id",
		"type",
		"name",
		"provider",
		"uri",
		"properties"
	];
}));
// core/model/plan.ts
var init_plan = __esmMin((() => {
	init_read_plan$1();
}));
// core/read-plan.ts
function readPlan(text) {
	const json = readJson(text);
	if (!json.ok) {
		const message = `${json.message}; analysis stopped here`;
		return reading([diagnostic(MALFORMED_PLAN, json, message)], true);
	}
	const { workflow, problems } = fromPlan(json.value);
	if (workflow !== null) return {
		dialect: "plan",
		workflow,
		findings: [],
		stopped: false
	};
	const positions = positionsOfPointers(text, problems.map(({ path }) => path));
	return reading(problems.map(({ path, message }, index) => diagnostic(INVALID_PLAN, positions[index], path === "" ? message : `${path}: ${message}`)).sort((left, right) => left.line - right.line || left.column - right.column), false);
}
function reading(findings, stopped) {
	return {
		dialect: "plan",
		workflow: null,
		findings,
		stopped
	};
}
function diagnostic(code, position, message) {
	const { line, column } = position ?? {
		line: 1,
		column: 1
	};
	return {
		code,
		severity: "error",
		line,
		column,
		endLine: line,
		endColumn: column + 1,
		id: null,
		message,
		related: []
	};
}
var MALFORMED_PLAN, INVALID_PLAN;
var init_read_plan = __esmMin((() => {
	init_plan();
	init_read_json();
	MALFORMED_PLAN = "U0003";
	INVALID_PLAN = "U0004";
}));
// core/read.ts
/**
* Reads a document of any dialect, bytes or text. Content decides, never a name: XML is read
* as HarnessXML, JSON with a member `plan` as a plan, and ORBIT is recognised. Never throws.
*/
function readDocument(source, options = {}) {
	const decoded = decode$1(source);
	if (!decoded.ok) return {
		...stoppedAt(decoded.text, decoded.fault),
		dialect: null
	};
	const { text } = decoded;
	switch (dialectOf(text)) {
		case "harness": return readHarnessText(text, options);
		case "plan": return readPlan(text);
		case "orbit": return unsupported(text, "orbit", "this is an ORBIT document, and ORBIT is not read yet");
		case null: return {
			...readHarnessText(text, options),
			dialect: null
		};
	}
}
/** The dialect that a text is written in, as far as its beginning tells; null for none. */
function dialectOf(text) {
	const first = text.charAt(rootOffset(text));
	if (first === "<") return "harness";
	if (first === "{" && PLAN.test(text)) return "plan";
	return ORBIT.test(text) ? "orbit" : null;
}
function unsupported(text, dialect, message) {
	const findings = createFindings(text);
	findings.addAt(UNSUPPORTED_DIALECT, "error", {
		start: 0,
		end: 1
	}, message);
	return {
		dialect,
		workflow: null,
		findings: findings.diagnostics(),
		stopped: true
	};
}
var UNSUPPORTED_DIALECT, PLAN, ORBIT;
var init_read$1 = __esmMin((() => {
	init_decode();
	init_findings();
	init_prolog();
	init_read$2();
	init_read_plan();
	UNSUPPORTED_DIALECT = "U0002";
	PLAN = /"plan"\s*:/;
	ORBIT = /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*(?:task\s+"|workflow\s+[A-Za-z_]|record\s+[A-Za-z_])/;
}));
// conformance/cli/read-input.ts
/** Reads what the user named: a file, or the standard input for `-`. */
/** @throws Problem where there is nothing to read, or too much. */
async function readInput$1(path, host) {
	if (path === "-") return readStream(host.input);
	try {
		return await readFile$1(path);
	} catch (error) {
		if (error instanceof Problem) throw error;
		throw new Problem(await explain$1(path, error));
	}
}
/** Not all that has a path has a size or an end, so it is read piece by piece. */
async function readFile$1(path) {
	if ((await (0, node_fs_promises.stat)(path)).isDirectory()) throw new Problem(`${path} is a directory. Name a file in it.`);
	const file = await (0, node_fs_promises.open)(path, "r");
	try {
		const chunks = [];
		let size = 0;
		for (;;) {
			const chunk = Buffer.allocUnsafe(CHUNK);
			const { bytesRead } = await file.read(chunk, 0, CHUNK, null);
			if (bytesRead === 0) return Buffer.concat(chunks, size);
			chunks.push(chunk.subarray(0, bytesRead));
			size += bytesRead;
			refuseTooLarge(path, size);
		}
	} finally {
		await file.close();
	}
}
async function readStream(input) {
	const chunks = [];
	let size = 0;
	for await (const chunk of input) {
		const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
		chunks.push(bytes);
		size += bytes.length;
		refuseTooLarge("the standard input", size);
	}
	return Buffer.concat(chunks, size);
}
function refuseTooLarge(name, size) {
	if (size > LARGEST) throw new Problem(`${name} is larger than 64 MiB, the limit.`);
}
async function explain$1(path, error) {
	switch (error.code) {
		case "ENOENT": return `${path} does not exist${await similarName(path)}`;
		case "ENOTDIR": return `${path} does not exist: a part of its path is a file.`;
		case "EACCES":
		case "EPERM": return `${path} may not be read by you.`;
		case "ENAMETOOLONG": return "The name of the file is too long for this system.";
		default: return `${path} cannot be read (${error.code ?? "unknown error"}).`;
	}
}
/** `; did you mean 'order.hxml'?` Endings are alike by nature, so they do not count. */
async function similarName(path) {
	const ending = (0, node_path.extname)(path);
	const stems = (await neighbours(path)).filter((name) => (0, node_path.extname)(name) === ending).map((name) => (0, node_path.basename)(name, ending));
	const near = nearest((0, node_path.basename)(path, ending), stems);
	return near === null ? "." : `; did you mean '${near}${ending}'?`;
}
async function neighbours(path) {
	try {
		return (await (0, node_fs_promises.readdir)((0, node_path.dirname)(path))).slice(0, NEIGHBOURS);
	} catch {
		return [];
	}
}
var LARGEST, CHUNK, NEIGHBOURS;
var init_read_input = __esmMin((() => {
	init_suggest();
	init_problem();
	LARGEST = 67108864;
	CHUNK = 1048576;
	NEIGHBOURS = 1e3;
}));
// conformance/cli/documents.ts
/** Reads documents, with the others that were named as possible subworkflows (HX-3002). */
async function readSource(path, host) {
	return {
		path,
		bytes: await readInput$1(path, host)
	};
}
/** Reads one document; the others are known to it by the paths that it may call them by. */
function readWith(source, others) {
	return readDocument(source.bytes, { documents: documentsFor(source, others) });
}
function documentsFor(source, others) {
	const documents = /* @__PURE__ */ new Map();
	for (const { path, bytes } of others) {
		if (path === source.path || path === "-") continue;
		const text = new TextDecoder().decode(bytes);
		for (const reference of referencesTo(path, source.path)) if (!documents.has(reference)) documents.set(reference, text);
	}
	return documents;
}
/** From the document's own place, as it was named to the command, and by its name alone. */
function referencesTo(path, from) {
	const reference = (from === "-" ? path : (0, node_path.relative)((0, node_path.dirname)(from), path)).split(node_path.sep).join("/");
	return [.../* @__PURE__ */ new Set([
		reference,
		`./${reference}`,
		path,
		(0, node_path.basename)(path)
	])];
}
var init_documents = __esmMin((() => {
	init_read$1();
	init_read_input();
}));
// conformance/report/terminal/glyphs.ts
var unicodeGlyphs, asciiGlyphs;
var init_glyphs = __esmMin((() => {
	unicodeGlyphs = {
		forward: {
			attempt: "━",
			backoff: "┈",
			wait: "─",
			queue: "░",
			span: "─"
		},
		undo: {
			attempt: "═",
			backoff: "┈",
			wait: "─",
			queue: "░",
			span: "═"
		},
		undoHead: "◄",
		outcome: {
			succeeded: "✓",
			failed: "×",
			timed_out: "T",
			cancelled: "/",
			uncertain: "?",
			open: "…"
		},
		mark: {
			late: "!",
			skipped: "○",
			cancelled: "/"
		},
		span: "◆",
		asked: "◇",
		continued: {
			left: "‹",
			right: "›"
		},
		axis: {
			line: "─",
			tick: "┴",
			start: "└",
			end: "┘",
			shortened: "≈"
		},
		turn: {
			unwinding: "┊",
			cancel: "┊",
			crash: "║",
			resume: "║",
			pause: "┊",
			operator: "┊",
			end: "│"
		},
		undone: "◄",
		repeated: "‼",
		never: "·",
		leftBehind: "•",
		ellipsis: "…",
		gutter: "│",
		caret: "^",
		dot: "·",
		section: "§"
	};
	asciiGlyphs = {
		forward: {
			attempt: "=",
			backoff: ".",
			wait: "~",
			queue: ":",
			span: "_"
		},
		undo: {
			attempt: "-",
			backoff: ".",
			wait: "~",
			queue: ":",
			span: "_"
		},
		undoHead: "<",
		outcome: {
			succeeded: "+",
			failed: "x",
			timed_out: "T",
			cancelled: "/",
			uncertain: "?",
			open: ">"
		},
		mark: {
			late: "!",
			skipped: "o",
			cancelled: "/"
		},
		span: "#",
		asked: "i",
		continued: {
			left: "{",
			right: "}"
		},
		axis: {
			line: "-",
			tick: "+",
			start: "+",
			end: "+",
			shortened: "~"
		},
		turn: {
			unwinding: ":",
			cancel: ":",
			crash: "!",
			resume: "!",
			pause: ":",
			operator: ":",
			end: "|"
		},
		undone: "<",
		repeated: "!",
		never: ".",
		leftBehind: "*",
		ellipsis: "..",
		gutter: "|",
		caret: "^",
		dot: "-",
		section: "sec. "
	};
}));
// ../../work/main/node_modules/picocolors/picocolors.js
var require_picocolors = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var p = process || {};
	var argv = p.argv || [];
	var env = p.env || {};
	var isColorSupported = !(!!env.NO_COLOR || argv.includes("--no-color")) && (!!env.FORCE_COLOR || argv.includes("--color") || p.platform === "win32" || (p.stdout || {}).isTTY && env.TERM !== "dumb" || !!env.CI);
	var formatter = (open, close, replace = open) => (input) => {
		let string = "" + input, index = string.indexOf(close, open.length);
		return ~index ? open + replaceClose(string, close, replace, index) + close : open + string + close;
	};
	var replaceClose = (string, close, replace, index) => {
		let result = "", cursor = 0;
		do {
			result += string.substring(cursor, index) + replace;
			cursor = index + close.length;
			index = string.indexOf(close, cursor);
		} while (~index);
		return result + string.substring(cursor);
	};
	var createColors = (enabled = isColorSupported) => {
		let f = enabled ? formatter : () => String;
		return {
			isColorSupported: enabled,
			reset: f("\x1B[0m", "\x1B[0m"),
			bold: f("\x1B[1m", "\x1B[22m", "\x1B[22m\x1B[1m"),
			dim: f("\x1B[2m", "\x1B[22m", "\x1B[22m\x1B[2m"),
			italic: f("\x1B[3m", "\x1B[23m"),
			underline: f("\x1B[4m", "\x1B[24m"),
			inverse: f("\x1B[7m", "\x1B[27m"),
			hidden: f("\x1B[8m", "\x1B[28m"),
			strikethrough: f("\x1B[9m", "\x1B[29m"),
			black: f("\x1B[30m", "\x1B[39m"),
			red: f("\x1B[31m", "\x1B[39m"),
			green: f("\x1B[32m", "\x1B[39m"),
			yellow: f("\x1B[33m", "\x1B[39m"),
			blue: f("\x1B[34m", "\x1B[39m"),
			magenta: f("\x1B[35m", "\x1B[39m"),
			cyan: f("\x1B[36m", "\x1B[39m"),
			white: f("\x1B[37m", "\x1B[39m"),
			gray: f("\x1B[90m", "\x1B[39m"),
			bgBlack: f("\x1B[40m", "\x1B[49m"),
			bgRed: f("\x1B[41m", "\x1B[49m"),
			bgGreen: f("\x1B[42m", "\x1B[49m"),
			bgYellow: f("\x1B[43m", "\x1B[49m"),
			bgBlue: f("\x1B[44m", "\x1B[49m"),
			bgMagenta: f("\x1B[45m", "\x1B[49m"),
			bgCyan: f("\x1B[46m", "\x1B[49m"),
			bgWhite: f("\x1B[47m", "\x1B[49m"),
			blackBright: f("\x1B[90m", "\x1B[39m"),
			redBright: f("\x1B[91m", "\x1B[39m"),
			greenBright: f("\x1B[92m", "\x1B[39m"),
			yellowBright: f("\x1B[93m", "\x1B[39m"),
			blueBright: f("\x1B[94m", "\x1B[39m"),
			magentaBright: f("\x1B[95m", "\x1B[39m"),
			cyanBright: f("\x1B[96m", "\x1B[39m"),
			whiteBright: f("\x1B[97m", "\x1B[39m"),
			bgBlackBright: f("\x1B[100m", "\x1B[49m"),
			bgRedBright: f("\x1B[101m", "\x1B[49m"),
			bgGreenBright: f("\x1B[102m", "\x1B[49m"),
			bgYellowBright: f("\x1B[103m", "\x1B[49m"),
			bgBlueBright: f("\x1B[104m", "\x1B[49m"),
			bgMagentaBright: f("\x1B[105m", "\x1B[49m"),
			bgCyanBright: f("\x1B[106m", "\x1B[49m"),
			bgWhiteBright: f("\x1B[107m", "\x1B[49m")
		};
	};
	module.exports = createColors();
	module.exports.createColors = createColors;
}));
// conformance/report/terminal/style.ts
function createPaint(colours) {
	if (!colours) return (_, text) => text;
	const { bold, dim, green, red, magenta, cyan, blue, yellow } = import_picocolors.default.createColors(true);
	const tones = {
		plain: (text) => text,
		strong: bold,
		faint: dim,
		good: green,
		bad: red,
		unknown: (text) => bold(magenta(text)),
		undo: cyan,
		wait: blue,
		warning: yellow
	};
	return (tone, text) => text === "" ? "" : tones[tone](text);
}
var import_picocolors;
var init_style = __esmMin((() => {
	import_picocolors = /* @__PURE__ */ __toESM(require_picocolors(), 1);
}));
// conformance/report/terminal/terminal.ts
/** By default 80 columns, without colours, with Unicode's signs. */
function createTerminal(options = {}) {
	const { columns = 80, colours = false, ascii = false } = options;
	return {
		columns: Math.min(WIDEST, Math.max(NARROWEST, Math.trunc(columns))),
		glyphs: ascii ? asciiGlyphs : unicodeGlyphs,
		paint: createPaint(colours)
	};
}
var NARROWEST, WIDEST;
var init_terminal = __esmMin((() => {
	init_glyphs();
	init_style();
	NARROWEST = 40;
	WIDEST = 200;
}));
// conformance/cli/environment.ts
/** `ascii` as the user asked for it; undefined where the environment decides. */
function terminalFor(output, { environment, platform }, ascii) {
	return createTerminal({
		columns: output.columns ?? columnsOf(environment) ?? 80,
		colours: wantsColours(output, environment),
		ascii: ascii ?? !showsUnicode(environment, platform)
	});
}
/** `NO_COLOR` and `FORCE_COLOR` as their authors define them; otherwise on terminals alone. */
function wantsColours(output, environment) {
	const forced = environment["FORCE_COLOR"];
	if (forced !== void 0) return forced !== "0" && forced !== "false";
	if ((environment["NO_COLOR"] ?? "") !== "") return false;
	return output.isTerminal && environment["TERM"] !== "dumb";
}
/** By the locale, as POSIX reads it; by the terminal on Windows, which has no such thing. */
function showsUnicode(environment, platform) {
	const term = environment["TERM"] ?? "";
	if (term === "dumb" || term === "linux") return false;
	if (platform === "win32") return [
		"WT_SESSION",
		"TERM_PROGRAM",
		"MSYSTEM"
	].some((name) => environment[name] !== void 0);
	const locale = [
		environment["LC_ALL"],
		environment["LC_CTYPE"],
		environment["LANG"]
	];
	return /utf-?8/i.test(locale.find((value) => value !== void 0 && value !== "") ?? "");
}
function columnsOf(environment) {
	const columns = Number(environment["COLUMNS"] ?? "");
	return Number.isInteger(columns) && columns > 0 ? columns : null;
}
var init_environment$1 = __esmMin((() => {
	init_terminal();
}));
// conformance/cli/locate.ts
/** Where files are, as other tools want to read it. */
/** Places relative to a folder; what lies outside of it has an absolute one. */
function locateFrom(folder) {
	return (path) => locate(path, folder);
}
function locate(path, folder) {
	if (path === "-") return {
		uri: null,
		path
	};
	const near = (0, node_path.relative)(folder, (0, node_path.resolve)(path));
	if (near === ".." || near.startsWith(`..${node_path.sep}`) || (0, node_path.isAbsolute)(near)) return {
		uri: (0, node_url.pathToFileURL)(path).href,
		path: slashed((0, node_path.resolve)(path))
	};
	return {
		uri: slashed(near).split("/").map(segment).join("/"),
		path: slashed(near)
	};
}
function slashed(path) {
	return path.split(node_path.sep).join("/");
}
/** What may stand in a segment of a path stays readable (RFC 3986, §3.3), save a colon. */
function segment(text) {
	return encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "�")).replace(/%(?:24|26|2B|2C|3B|3D|40)/g, decodeURIComponent);
}
var init_locate = __esmMin((() => {
	init_read_input();
}));
// conformance/cli/check.ts
var check_exports = /* @__PURE__ */ __exportAll({ check: () => check });
/** @returns 0 if all are valid, 1 if one is not, 2 if one could not be read. */
async function check(paths, options, host) {
	const format = parseFormat(options.format, CHECK_FORMATS, []);
	const sources = [];
	for (const path of new Set(paths)) sources.push(await readOrTell(path, host));
	const readable = sources.filter((source) => "bytes" in source);
	const files = sources.map((source) => "bytes" in source ? checkSource(source, readable) : source);
	host.out.write(render$2(format, files, options, host));
	for (const file of files) if (!isRead(file)) host.err.write(`unwind: ${visible(file.error)}\n`);
	if (!files.every(isRead)) return 2;
	return files.every(isValid) ? 0 : 1;
}
function render$2(format, files, { ascii }, host) {
	switch (format) {
		case "pretty": return renderFindings(files, terminalFor(host.out, host, ascii));
		case "json": return renderFindingsJson(files);
		case "sarif": {
			const locate = locateFrom(process.cwd());
			return renderFindingsSarif(files, {
				version: packageVersion(),
				locate
			});
		}
		case "github": return renderFindingsGithub(files, locateFrom(host.environment["GITHUB_WORKSPACE"] || process.cwd()));
	}
}
async function readOrTell(path, host) {
	try {
		return await readSource(path, host);
	} catch (error) {
		if (error instanceof Problem) return {
			path,
			error: error.message
		};
		throw error;
	}
}
function checkSource(source, all) {
	const { dialect, findings, stopped } = readWith(source, all);
	return {
		path: source.path,
		bytes: source.bytes,
		dialect,
		findings,
		stopped
	};
}
var init_check = __esmMin((() => {
	init_checked_file();
	init_github();
	init_json$2();
	init_pretty$1();
	init_sarif();
	init_visible();
	init_arguments();
	init_documents();
	init_environment$1();
	init_exit_codes();
	init_formats();
	init_locate();
	init_package_root();
	init_problem();
}));
// core/scenario/keys.ts
/**
* Reports each key that can answer nothing: `ship[1]`, `compensate:charge` and plain ids must
* lead to a node that calls a task. Nothing is reported of a workflow with subworkflows, whose
* nodes are not known here.
*/
function checkKeys(draft, workflow, problems) {
	const kinds = new Map(workflow.nodes.map((node) => [node.id, node.kind]));
	const undone = new Set(workflow.edges.filter((edge) => edge.type === "compensation").map((edge) => edge.from));
	if (workflow.nodes.some((node) => node.kind === "subworkflow")) return;
	for (const { unit, path } of draft.mentions) {
		const isCompensation = unit.startsWith(COMPENSATION$2);
		const id = (isCompensation ? unit.slice(11) : unit).replace(ELEMENTS, "");
		const kind = kinds.get(id);
		if (kind === void 0) {
			const what = `no node ${quote$1(id)} is in the workflow${didYouMean(id, kinds.keys())}`;
			problems.push({
				path,
				message: what
			});
		} else if (isCompensation) {
			if (workflow.profile !== "orbit" && !undone.has(id)) problems.push({
				path,
				message: `${quote$1(id)} has no compensation: no edge leads to one`
			});
		} else if (!CALLING$1.has(kind)) {
			const message = `${quote$1(id)} is of type ${kind}, which calls no task: it has no answers`;
			problems.push({
				path,
				message
			});
		}
	}
}
var CALLING$1, COMPENSATION$2, ELEMENTS;
var init_keys = __esmMin((() => {
	init_show();
	init_suggest();
	CALLING$1 = /* @__PURE__ */ new Set([
		"task",
		"inference",
		"transform",
		"source",
		"sink",
		"human"
	]);
	COMPENSATION$2 = "compensate:";
	ELEMENTS = /(?:\[(?:0|[1-9]\d*)\])+$/;
})), MAXIMUM_ANSWERS, TIME, WHOLE, ERROR_CLASS;
var init_draft = __esmMin((() => {
	init_duration();
	MAXIMUM_ANSWERS = 1e4;
	TIME = {
		minimum: 0,
		maximum: MAXIMUM_TIME
	};
	WHOLE = {
		minimum: 0,
		maximum: MAXIMUM_TIME,
		integer: true
	};
	ERROR_CLASS = {
		pattern: /^[A-Za-z_][A-Za-z0-9_.-]*$/,
		what: "an error class; write one word such as rate_limit",
		maximumLength: 255
	};
}));
// core/scenario/empty.ts
/**
* An object without prototype: names that come from documents are looked up in it, and no
* name may find what objects inherit (`toString`, `constructor`, `__proto__`).
*/
function createMap() {
	return Object.create(null);
}
/** A map that nobody can change, shared by all scenarios that leave the field out. */
function emptyMap() {
	return Object.freeze(createMap());
}
var emptyScenario;
var init_empty = __esmMin((() => {
	emptyScenario = Object.freeze({
		seed: 0,
		input: emptyMap(),
		default: Object.freeze({ after: 0 }),
		tasks: emptyMap(),
		profile: null,
		onFailure: null,
		tenant: "default",
		run: "run-1",
		draws: emptyMap(),
		latency: Object.freeze({
			dispatch: 0,
			decide: 0
		}),
		workers: emptyMap(),
		documents: emptyMap(),
		world: Object.freeze({
			honoursKeys: true,
			status: true
		}),
		environment: Object.freeze({
			resources: emptyMap(),
			artifacts: emptyMap(),
			principals: emptyMap(),
			isolations: emptyMap(),
			permissions: emptyMap()
		}),
		controls: Object.freeze([])
	});
}));
// core/model/error-class.ts
/**
* The class that an HTTP status stands for. Statuses of 400 to 499 that mean nothing more
* precise were refused by the far side (`rejected`); all else is a defect (`internal`).
*/
function classOfStatus(status) {
	switch (status) {
		case 429: return "rate_limit";
		case 502:
		case 503: return "unavailable";
		case 408:
		case 504: return "timeout";
		case 400:
		case 422: return "invalid_input";
		case 401:
		case 403: return "unauthorized";
		case 404: return "not_found";
		default: return status >= 400 && status < 500 ? REJECTED : "internal";
	}
}
/**
* Whether a failure of this class is worth another attempt where neither a policy nor the
* error itself says so. A class that is not known is not.
*/
function isRetryableByDefault(errorClass) {
	return RETRYABLE.has(errorClass);
}
var REJECTED, RETRYABLE;
var init_error_class = __esmMin((() => {
	REJECTED = "rejected";
	RETRYABLE = /* @__PURE__ */ new Set([
		"transient",
		"rate_limit",
		"timeout",
		"unavailable"
	]);
}));
// core/scenario/read-answers.ts
function readAnswers(located) {
	const items = itemsAt(located, MAXIMUM_ANSWERS);
	if (items?.length === 0) report$1(located, "has no answer; write one, such as {\"ok\": {}}");
	return (items ?? []).map(readAnswer);
}
function readAnswer(located) {
	const answer = objectAt(located, ANSWER_FIELDS);
	const then = answer === void 0 ? SUCCEEDS : readOutcome$1(answer);
	const field = (name, read) => answer === void 0 ? void 0 : read(member(answer, name));
	return {
		after: field("after", (after) => numberAt(after, TIME)) ?? 0,
		then,
		applied: field("applied", booleanAt) ?? (then.kind === "ok" || then.kind === "default"),
		duplicate: field("duplicate", booleanAt) ?? false
	};
}
function readOutcome$1(answer) {
	const [outcome, second] = OUTCOMES$1.filter((name) => isPresent(member(answer, name)));
	if (second !== void 0) report$1(answer, `has both ${outcome} and ${second}; keep one of them`);
	if (outcome === void 0) return SUCCEEDS;
	switch (outcome) {
		case "ok": return {
			kind: "ok",
			output: readOutput(member(answer, "ok"))
		};
		case "error": return {
			kind: "error",
			error: readError(member(answer, "error"))
		};
		case "hang":
		case "timeout":
			if (booleanAt(member(answer, outcome)) === false) report$1(member(answer, outcome), "is true where it is given; leave it out otherwise");
			return { kind: outcome };
	}
}
function readOutput(located) {
	if (entriesAt(located) === void 0) return {};
	return located.value;
}
function readError(located) {
	const error = objectAt(located, ERROR_FIELDS);
	if (error === void 0) return {
		class: "internal",
		status: null,
		retryable: null,
		message: ""
	};
	const status = numberAt(member(error, "status"), ERROR_STATUS) ?? null;
	const stated = textAt(member(error, "class"), ERROR_CLASS);
	if (!isPresent(member(error, "class")) && !isPresent(member(error, "status"))) report$1(error, "has neither a class nor a status; write one, such as {\"class\": \"transient\"}");
	return {
		class: stated ?? (status === null ? "internal" : classOfStatus(status)),
		status,
		retryable: booleanAt(member(error, "retryable")) ?? null,
		message: textAt(member(error, "message")) ?? ""
	};
}
var OUTCOMES$1, ANSWER_FIELDS, ERROR_FIELDS, ERROR_STATUS, SUCCEEDS;
var init_read_answers = __esmMin((() => {
	init_error_class();
	init_inspect();
	init_draft();
	OUTCOMES$1 = [
		"ok",
		"error",
		"hang",
		"timeout"
	];
	ANSWER_FIELDS = [
		"after",
		...OUTCOMES$1,
		"applied",
		"duplicate"
	];
	ERROR_FIELDS = [
		"class",
		"status",
		"retryable",
		"message"
	];
	ERROR_STATUS = {
		minimum: 400,
		maximum: 599,
		integer: true
	};
	SUCCEEDS = { kind: "default" };
}));
// core/scenario/read-controls.ts
function readControls(located) {
	return (itemsAt(located, 1e4) ?? []).map(readControl).filter((control) => control !== void 0);
}
function readControl(located) {
	if (entriesAt(located) === void 0) return void 0;
	const action = required(member(located, "action"), (given) => choiceAt(given, ACTIONS), `write one of ${ACTIONS.join(", ")}`);
	if (action === void 0) return void 0;
	objectAt(located, FIELDS$1[action]);
	const moment = readMoment(located);
	if (action === "signal") return {
		...moment,
		action,
		...readSignal(located)
	};
	if (action === "operator") return {
		...moment,
		action,
		...readOperator(located)
	};
	return plainControl(moment, action);
}
function plainControl(moment, action) {
	switch (action) {
		case "cancel": return {
			...moment,
			action
		};
		case "crash": return {
			...moment,
			action
		};
		case "resume": return {
			...moment,
			action
		};
	}
}
function readMoment(control) {
	const at = member(control, "at");
	const event = member(control, "event");
	if (isPresent(at) === isPresent(event)) report$1(control, "needs either \"at\" (a time in ms) or \"event\" (a seq of the trace)");
	if (isPresent(event)) return { event: numberAt(event, {
		...WHOLE,
		minimum: 1
	}) ?? 1 };
	return { at: numberAt(at, TIME) ?? 0 };
}
function readSignal(control) {
	return {
		name: required(member(control, "name"), textAt, "write the name of the signal") ?? "",
		value: member(control, "value").value ?? null
	};
}
function readOperator(control) {
	const command = required(member(control, "command"), (given) => choiceAt(given, COMMANDS), `write one of ${COMMANDS.join(", ")}`) ?? "resume-run";
	const step = nullable(member(control, "step"), textAt) ?? null;
	const applied = nullable(member(control, "applied"), booleanAt) ?? null;
	if (command !== "resume-run" && step === null) report$1(control, `needs a "step": the one that ${command} acts on`);
	if (command === "settle-uncertain" && applied === null) report$1(control, "needs \"applied\": whether the effect happened, true or false");
	return {
		command,
		step,
		applied,
		output: member(control, "output").value ?? null,
		by: textAt(member(control, "by")) ?? "operator",
		reason: textAt(member(control, "reason")) ?? "",
		authorised: booleanAt(member(control, "authorised")) ?? true
	};
}
var ACTIONS, COMMANDS, MOMENT_FIELDS, FIELDS$1;
var init_read_controls = __esmMin((() => {
	init_inspect();
	init_draft();
	ACTIONS = [
		"cancel",
		"crash",
		"resume",
		"signal",
		"operator"
	];
	COMMANDS = [
		"retry-step",
		"resume-run",
		"settle-uncertain"
	];
	MOMENT_FIELDS = [
		"at",
		"event",
		"action"
	];
	FIELDS$1 = {
		cancel: MOMENT_FIELDS,
		crash: MOMENT_FIELDS,
		resume: MOMENT_FIELDS,
		signal: [
			...MOMENT_FIELDS,
			"name",
			"value"
		],
		operator: [...MOMENT_FIELDS, ...[
			"command",
			"step",
			"applied",
			"output",
			"by",
			"reason",
			"authorised"
		]]
	};
}));
// core/scenario/read-json-scenario.ts
function readJsonScenario(text, problems) {
	const reading = readJson(text);
	if (!reading.ok) {
		const path = `line ${reading.line}, column ${reading.column}`;
		problems.push({
			path,
			message: reading.message
		});
		return null;
	}
	const root = objectAt({
		value: reading.value,
		path: "",
		problems
	}, FIELDS);
	return root === void 0 ? null : readFields(root);
}
function readFields(root) {
	const at = (name) => member(root, name);
	return {
		scenario: {
			seed: numberAt(at("seed"), WHOLE) ?? emptyScenario.seed,
			input: readInput(at("input")),
			default: readTimes(at("default"), emptyScenario.default),
			tasks: readMap(at("tasks"), readAnswers) ?? emptyScenario.tasks,
			profile: nullable(at("profile"), (given) => choiceAt(given, PROFILES)) ?? null,
			onFailure: nullable(at("onFailure"), (given) => choiceAt(given, ON_FAILURE)) ?? null,
			tenant: textAt(at("tenant")) ?? emptyScenario.tenant,
			run: textAt(at("run")) ?? emptyScenario.run,
			draws: readMap(at("draws"), readDraws) ?? emptyScenario.draws,
			latency: readTimes(at("latency"), emptyScenario.latency),
			workers: readMap(at("workers"), (pool) => numberAt(pool, {
				...WHOLE,
				minimum: 1
			})) ?? emptyScenario.workers,
			documents: readMap(at("documents"), (document) => textAt(document)) ?? emptyScenario.documents,
			world: readWorld(at("world")),
			environment: readEnvironment(at("environment")),
			controls: readControls(at("controls"))
		},
		mentions: [...mentionsIn(at("tasks")), ...mentionsIn(at("draws"))]
	};
}
function readInput(located) {
	return entriesAt(located) === void 0 ? emptyScenario.input : located.value;
}
/** An object whose fields are all times in ms; those left out are as in `defaults`. */
function readTimes(located, defaults) {
	const times = { ...defaults };
	const object = objectAt(located, Object.keys(defaults));
	for (const name of object === void 0 ? [] : Object.keys(defaults)) {
		const time = numberAt(member(located, name), TIME);
		if (time !== void 0) times[name] = time;
	}
	return times;
}
function readMap(located, read) {
	const entries = entriesAt(located);
	if (entries === void 0) return void 0;
	const map = createMap();
	for (const [name, entry] of entries) {
		const value = read(entry);
		if (value !== void 0) map[name] = value;
	}
	return map;
}
function readDraws(located) {
	return (itemsAt(located, 1e4) ?? []).map((item) => numberAt(item, DRAW) ?? 0);
}
function readWorld(located) {
	const world = objectAt(located, ["honoursKeys", "status"]);
	if (world === void 0) return emptyScenario.world;
	return {
		honoursKeys: booleanAt(member(world, "honoursKeys")) ?? emptyScenario.world.honoursKeys,
		status: booleanAt(member(world, "status")) ?? emptyScenario.world.status
	};
}
function readEnvironment(located) {
	const { environment: empty } = emptyScenario;
	const environment = objectAt(located, ENVIRONMENT);
	if (environment === void 0) return empty;
	const flags = (name) => readMap(member(environment, name), (entry) => booleanAt(entry));
	return {
		resources: flags("resources") ?? empty.resources,
		artifacts: readMap(member(environment, "artifacts"), (digest) => textAt(digest)) ?? empty.artifacts,
		principals: flags("principals") ?? empty.principals,
		isolations: flags("isolations") ?? empty.isolations,
		permissions: flags("permissions") ?? empty.permissions
	};
}
function mentionsIn(located) {
	const { value } = located;
	if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
	return Object.keys(value).map((unit) => ({
		unit,
		path: member(located, unit).path
	}));
}
var FIELDS, ENVIRONMENT, PROFILES, ON_FAILURE, DRAW;
var init_read_json_scenario = __esmMin((() => {
	init_inspect();
	init_read_json();
	init_draft();
	init_empty();
	init_read_answers();
	init_read_controls();
	FIELDS = [
		"seed",
		"input",
		"default",
		"tasks",
		"profile",
		"onFailure",
		"tenant",
		"run",
		"draws",
		"latency",
		"workers",
		"documents",
		"world",
		"environment",
		"controls"
	];
	ENVIRONMENT = [
		"resources",
		"artifacts",
		"principals",
		"isolations",
		"permissions"
	];
	PROFILES = [
		"harness",
		"baseline",
		"orbit"
	];
	ON_FAILURE = ["unwind", "pause"];
	DRAW = {
		minimum: 0,
		maximum: 1,
		exclusive: true
	};
}));
// core/scenario/read-assignments.ts
/**
* Reads assignments up to the end of the line or a `#`. Values: `true`, `false`, `null`,
* numbers as in JSON, `[a, 1, 'b c']`, JSON objects, texts in single or double quotes, and
* anything else up to the next blank as a text.
*
* @returns the values by name, or what is wrong.
*/
function readAssignments(text) {
	const values = createMap();
	let at = 0;
	try {
		for (;;) {
			match(BLANKS);
			if (at >= text.length || text[at] === "#") return values;
			const name = match(NAME).slice(0, -1);
			if (name === "") return `${quote$1(text.slice(at).split(/[ \t]/, 1)[0] ?? "")} is no assignment; write port=value, texts with blanks in quotes`;
			if (name in values) return `the port ${quote$1(name)} is given twice`;
			values[name] = readValue(0, /[^ \t]*/y);
			if (at < text.length && !/[ \t]/.test(text[at] ?? "")) return `a blank is missing before ${quote$1(text.slice(at))}`;
		}
	} catch (error) {
		if (!(error instanceof Unreadable)) throw error;
		return error.message;
	}
	function readValue(depth, bare) {
		switch (text[at]) {
			case "[": return readArray(depth + 1);
			case "{": return readObject();
			case "\"":
			case "'": return readQuoted();
			default: return scalarOf(match(bare));
		}
	}
	function readArray(depth) {
		const start = at;
		if (depth > MAXIMUM_DEPTH) throw new Unreadable("arrays are nested too deeply");
		const items = [];
		at += 1;
		for (;;) {
			match(BLANKS);
			if (text[at] === "]" && items.length === 0) break;
			items.push(readValue(depth, /[^ \t,\]]*/y));
			match(BLANKS);
			if (text[at] === "]") break;
			if (text[at] !== ",") throw new Unreadable(`${quote$1(text.slice(start))} is not closed with ]`);
			at += 1;
		}
		at += 1;
		return items;
	}
	function readQuoted() {
		const start = at;
		const mark = text[at];
		let result = "";
		for (at += 1; at < text.length; at += 1) {
			const letter = text[at];
			if (letter === mark) {
				at += 1;
				return result;
			}
			if (letter === "\\" && (text[at + 1] === mark || text[at + 1] === "\\")) at += 1;
			result += text[at];
		}
		throw new Unreadable(`${quote$1(text.slice(start))} is not closed with ${mark}`);
	}
	/** A JSON object ends where its braces balance; readJson judges what is between. */
	function readObject() {
		const start = at;
		let open = 0;
		for (let inText = false; at < text.length; at += 1) {
			const letter = text[at];
			if (inText && letter === "\\") at += 1;
			else if (letter === "\"") inText = !inText;
			else if (!inText && letter === "{") open += 1;
			else if (!inText && letter === "}") open -= 1;
			if (open === 0) break;
		}
		at = Math.min(at + 1, text.length);
		const reading = readJson(text.slice(start, at));
		if (reading.ok) return reading.value;
		throw new Unreadable(`${quote$1(text.slice(start, at))} is no JSON object: ${reading.message}`);
	}
	function match(pattern) {
		pattern.lastIndex = at;
		const matched = pattern.exec(text)?.[0] ?? "";
		at += matched.length;
		return matched;
	}
}
function scalarOf(word) {
	if (word === "true") return true;
	if (word === "false") return false;
	if (word === "null") return null;
	if (!NUMBER$1.test(word)) return word;
	const number = Number(word);
	if (!Number.isFinite(number)) throw new Unreadable(`the number ${quote$1(word)} is too large`);
	return number;
}
var NAME, BLANKS, NUMBER$1, MAXIMUM_DEPTH, Unreadable;
var init_read_assignments = __esmMin((() => {
	init_read_json();
	init_show();
	init_empty();
	NAME = /([^ \t=#]+)=/y;
	BLANKS = /[ \t]*/y;
	NUMBER$1 = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
	MAXIMUM_DEPTH = 20;
	Unreadable = class {
		message;
		constructor(message) {
			this.message = message;
		}
	};
}));
// core/scenario/read-lines.ts
function readLines(text, problems) {
	if (text.length > MAXIMUM_LENGTH) {
		const message = `the scenario is longer than ${MAXIMUM_LENGTH} characters`;
		problems.push({
			path: "line 1",
			message
		});
		return null;
	}
	const scripts = /* @__PURE__ */ new Map();
	const mentions = [];
	for (const [index, raw] of text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/).entries()) {
		const path = `line ${index + 1}`;
		const report = (message) => {
			problems.push({
				path,
				message
			});
		};
		const content = trimBlanks(raw);
		if (content === "" || content.startsWith("#")) continue;
		const line = readLine(content, report);
		if (line === void 0) continue;
		const script = scripts.get(line.unit) ?? /* @__PURE__ */ new Map();
		if (script.has(line.attempt)) report(`${line.attempt === 0 ? "" : `attempt ${line.attempt} of `}${quote$1(line.unit)} is scripted already; remove one of the lines`);
		script.set(line.attempt, line.answer);
		scripts.set(line.unit, script);
		mentions.push({
			unit: line.unit,
			path
		});
	}
	const tasks = createMap();
	for (const [unit, script] of scripts) tasks[unit] = answersOf(script);
	return {
		scenario: {
			...emptyScenario,
			tasks
		},
		mentions
	};
}
function readLine(content, report) {
	const [, key = "", word = "", rest = ""] = LINE.exec(content) ?? [];
	if (key === "") return report(`${quote$1(content)} says not what happens; ${FORM}`);
	const [, unit, number] = KEY.exec(key) ?? [];
	if (unit === void 0) return report(`${quote$1(key)} is no node; ${FORM}`);
	const attempt = number === void 0 ? 0 : readAttempt(number);
	if (attempt === void 0) return report(`after @ stands an attempt from 1 to ${MAXIMUM_ANSWERS}, not ${quote$1(number ?? "")}`);
	const then = readOutcome(word, rest, report);
	if (then === void 0) return void 0;
	return {
		unit,
		attempt,
		answer: answerOf(then)
	};
}
function readAttempt(number) {
	if (!/^[1-9]\d{0,5}$/.test(number) || Number(number) > 1e4) return void 0;
	return Number(number);
}
function readOutcome(word, rest, report) {
	switch (word) {
		case "ok": return readOk(rest, report);
		case "fail": return readFail(rest, report);
		case "timeout":
			if (rest !== "" && !rest.startsWith("#")) report(`nothing may follow timeout: ${quote$1(rest)}`);
			return { kind: "timeout" };
		default: return report(`${quote$1(word)} is not known${didYouMean(word, OUTCOMES) || `; ${FORM}`}`);
	}
}
function readOk(rest, report) {
	const assignments = readAssignments(rest);
	if (typeof assignments === "string") report(assignments);
	const output = typeof assignments === "string" ? createMap() : assignments;
	return Object.keys(output).length === 0 ? { kind: "default" } : {
		kind: "ok",
		output
	};
}
function readFail(rest, report) {
	const [, errorClass = "", message = ""] = /^([^ \t#]\S*)?[ \t]*(.*)$/.exec(rest) ?? [];
	if (errorClass === "") return report("fail needs an error class; write: fail transient [message]");
	if (!ERROR_CLASS.pattern?.test(errorClass) || errorClass.length > 255) return report(`${quote$1(errorClass)} is not ${ERROR_CLASS.what}`);
	return {
		kind: "error",
		error: {
			class: errorClass,
			status: null,
			retryable: null,
			message
		}
	};
}
function answersOf(script) {
	const usual = script.get(0) ?? answerOf({ kind: "default" });
	let last = 0;
	for (const attempt of script.keys()) last = Math.max(last, attempt);
	const answers = [];
	for (let attempt = 1; attempt <= last; attempt += 1) answers.push(script.get(attempt) ?? usual);
	if (answers.at(-1) !== usual) answers.push(usual);
	return answers;
}
function answerOf(then) {
	return {
		after: 0,
		then,
		applied: then.kind === "ok" || then.kind === "default",
		duplicate: false
	};
}
function trimBlanks(text) {
	return text.replace(/^[ \t]+/, "").replace(/[ \t]+$/, "");
}
var MAXIMUM_LENGTH, LINE, KEY, FORM, OUTCOMES;
var init_read_lines = __esmMin((() => {
	init_show();
	init_suggest();
	init_draft();
	init_empty();
	init_read_assignments();
	MAXIMUM_LENGTH = 2 ** 24;
	LINE = /^([^ \t#]\S*)[ \t]+(\S+)(?:[ \t]+(.*))?$/;
	KEY = /^([^@]+)(?:@([^@]*))?$/;
	FORM = "write: node[@attempt] ok [port=value …] | fail CLASS [message] | timeout";
	OUTCOMES = [
		"ok",
		"fail",
		"timeout"
	];
}));
// core/scenario/write.ts
var init_write = __esmMin((() => {
	init_empty();
}));
// core/scenario/read.ts
/**
* Reads a scenario. A text that begins as a JSON value does is JSON; any other is read line by
* line. An empty text is a scenario in which everything succeeds.
*
* @param workflow the workflow that it is meant for; the units and nodes that it names are
* then looked up there.
*/
function readScenario(text, workflow) {
	const problems = [];
	const draft = /^\ufeff?[ \t\r\n]*[{["]/.test(text) ? readJsonScenario(text, problems) : readLines(text, problems);
	if (workflow !== void 0 && draft !== null) checkKeys(draft, workflow, problems);
	return {
		scenario: draft !== null && problems.length === 0 ? draft.scenario : null,
		problems
	};
}
var init_read = __esmMin((() => {
	init_keys();
	init_read_json_scenario();
	init_read_lines();
	init_empty();
	init_write();
}));
// core/lifecycle/choices.ts
var defaultChoices;
var init_choices = __esmMin((() => {
	defaultChoices = {
		Q1: "failed",
		Q2: "running-to-skipped",
		Q3: "full",
		Q4: "compensated",
		Q5: "one-attempt",
		Q6: "all",
		Q7: "per-iteration",
		Q8: "none",
		Q9: "own",
		Q10: "unwinds",
		Q11: "cancelled",
		Q12: "multiplied",
		Q13: "sequential",
		Q14: "negative",
		Q15: "cancelled",
		Q16: "ignored",
		Q17: "unwinds"
	};
}));
// simulator/key.ts
var idempotencyKey, createKeyCache, cachedKey;
var init_key = __esmMin((() => {
	init_sha2();
	init_utils();
	init_canonical_json();
	idempotencyKey = (tenant, run, unit, step) => bytesToHex(sha256(utf8ToBytes(canonicalJson([
		tenant,
		run,
		unit,
		step
	]))));
	createKeyCache = () => ({
		tenant: "",
		run: "",
		keys: /* @__PURE__ */ new Map()
	});
	cachedKey = (cache, tenant, run, unit, step) => {
		if (cache.tenant !== tenant || cache.run !== run) {
			cache.tenant = tenant;
			cache.run = run;
			cache.keys.clear();
		}
		const name = unit === step ? unit : `${unit} ${step}`;
		const known = cache.keys.get(name);
		if (known !== void 0) return known;
		const key = idempotencyKey(tenant, run, unit, step);
		cache.keys.set(name, key);
		return key;
	};
}));
// simulator/limits.ts
var defaultLimits;
var init_limits = __esmMin((() => {
	init_duration();
	defaultLimits = {
		events: 1e6,
		time: MAXIMUM_TIME,
		calls: 1e6,
		depth: 32
	};
}));
// simulator/program/graph.ts
var componentsOf;
var init_graph = __esmMin((() => {
	componentsOf = (successors) => {
		const count = successors.length;
		const component = new Int32Array(count).fill(-1);
		const found = new Int32Array(count).fill(-1);
		const low = new Int32Array(count);
		const next = new Int32Array(count);
		const open = [];
		const path = [];
		let clock = 0;
		let components = 0;
		const enter = (node) => {
			found[node] = clock;
			low[node] = clock;
			clock += 1;
			open.push(node);
			path.push(node);
		};
		const leave = (node) => {
			path.pop();
			const parent = path[path.length - 1];
			if (parent !== void 0) low[parent] = Math.min(low[parent], low[node]);
			if (low[node] !== found[node]) return;
			for (let member = open.pop(); member !== void 0; member = open.pop()) {
				component[member] = components;
				if (member === node) break;
			}
			components += 1;
		};
		for (let start = 0; start < count; start += 1) {
			if (found[start] !== -1) continue;
			enter(start);
			for (let node = start; path.length > 0; node = path[path.length - 1]) {
				const targets = successors[node];
				const position = next[node];
				if (position === targets.length) {
					leave(node);
					continue;
				}
				next[node] = position + 1;
				const target = targets[position];
				if (found[target] === -1) enter(target);
				else if (component[target] === -1) low[node] = Math.min(low[node], found[target]);
			}
		}
		return component;
	};
}));
// simulator/program/literal.ts
var NUMBER, literalOf, parsed, baseOf, placeholderOf, placeholderFor;
var init_literal = __esmMin((() => {
	NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
	literalOf = (text, type) => {
		const trimmed = text.trim();
		switch (baseOf(type)) {
			case "number":
			case "integer": {
				const number = NUMBER.test(trimmed) ? Number(trimmed) : NaN;
				return Number.isFinite(number) ? number : text;
			}
			case "boolean":
				if (trimmed === "true" || trimmed === "1") return true;
				return trimmed === "false" || trimmed === "0" ? false : text;
			case "json":
			case "array":
			case "map": return parsed(trimmed) ?? text;
			default: return text;
		}
	};
	parsed = (text) => {
		try {
			return JSON.parse(text);
		} catch {
			return;
		}
	};
	baseOf = (type) => type === null ? "" : type.split("<")[0] ?? "";
	placeholderOf = (node) => {
		const output = Object.create(null);
		for (const port of node.outputs) output[port.name] = placeholderFor(node.id, port);
		return output;
	};
	placeholderFor = (node, port) => {
		switch (baseOf(port.type)) {
			case "number":
			case "integer": return 1;
			case "boolean": return true;
			case "array": return [1, 2];
			case "json":
			case "map": return {};
			default: return `${node}.${port.name}`;
		}
	};
}));
// simulator/program/region.ts
var mainRegion, iterationOf, iterationRegion, entrySet, repeatedNodes, reach, regionOf;
var init_region = __esmMin((() => {
	mainRegion = (entry, nodes) => {
		const bodies = new Set(nodes.flatMap((node) => node.loop === null ? [] : [node.loop.body]));
		const begins = entrySet(entry, nodes, bodies);
		const repeated = repeatedNodes(nodes, begins, bodies);
		const members = nodes.filter((node) => !repeated.has(node));
		return regionOf(members, begins, () => true);
	};
	iterationOf = (program, body) => {
		const known = program.iterations.get(body);
		if (known !== void 0) return known;
		const region = iterationRegion(program.main, body);
		program.iterations.set(body, region);
		return region;
	};
	iterationRegion = (main, body) => {
		const once = new Set(main.members.map((member) => member.node));
		const members = reach([body], (node) => !once.has(node));
		const ordered = [...members].sort((left, right) => left.index - right.index);
		return regionOf(ordered, [body], (edge) => members.has(edge.from));
	};
	entrySet = (entry, nodes, bodies) => {
		if (entry !== null) return nodes.filter((node) => node.id === entry);
		const undoing = new Set(nodes.flatMap((node) => node.compensations.map((edge) => edge.to)));
		return nodes.filter((node) => node.incoming.length === 0 && node.deciders.length === 0 && !bodies.has(node) && !undoing.has(node));
	};
	repeatedNodes = (nodes, begins, bodies) => {
		if (bodies.size === 0) return bodies;
		const behindBodies = reach([...bodies], () => true);
		const isEntered = (node, edge) => !bodies.has(node) && !(edge?.type === "data" && behindBodies.has(node));
		const once = reach(begins.filter((node) => !bodies.has(node)), isEntered);
		return new Set(nodes.filter((node) => behindBodies.has(node) && !once.has(node)));
	};
	reach = (from, isEntered) => {
		const reached = new Set(from);
		const open = [...from];
		const visit = (node, edge) => {
			if (reached.has(node) || !isEntered(node, edge)) return;
			reached.add(node);
			open.push(node);
		};
		for (let node = open.pop(); node !== void 0; node = open.pop()) {
			for (const edge of node.outgoing) visit(edge.to, edge);
			for (const route of node.routes) visit(route, null);
		}
		return reached;
	};
	regionOf = (nodes, entry, counts) => {
		const inside = new Set(nodes);
		const begins = new Set(entry);
		return {
			members: nodes.map((node) => {
				const edges = node.incoming.filter(counts);
				const deciders = node.deciders.filter((decision) => inside.has(decision)).length;
				return {
					node,
					awaited: edges.filter((edge) => edge.isAwaited).length,
					deciders,
					isLed: edges.length > 0 || deciders > 0 || begins.has(node)
				};
			}),
			places: nodes.every((node, place) => node.index === place) ? null : new Map(nodes.map((node, place) => [node.index, place])),
			entry
		};
	};
}));
// simulator/program/compile.ts
var PERFORMING, compileProgram, declarationsOf, beginNode, conditionOf, unreadable, connectEdges, connectDecisions, connectInputs, inputValueOf, connectLoops, excuseBackwardErrorEdges;
var init_compile$1 = __esmMin((() => {
	init_expression();
	init_key();
	init_graph();
	init_literal();
	init_region();
	PERFORMING = /* @__PURE__ */ new Set([
		"task",
		"inference",
		"transform",
		"source",
		"sink",
		"human"
	]);
	compileProgram = (workflow) => {
		const byId = /* @__PURE__ */ new Map();
		const declarationsFor = declarationsOf(workflow);
		const nodes = workflow.nodes.map((definition, index) => {
			const node = beginNode(definition, index, declarationsFor(definition));
			byId.set(definition.id, node);
			return node;
		});
		connectEdges(workflow, byId, declarationsFor);
		connectDecisions(nodes, byId, declarationsFor);
		connectInputs(workflow, byId, declarationsFor);
		connectLoops(nodes, byId, declarationsFor);
		excuseBackwardErrorEdges(nodes);
		return {
			workflow,
			nodes,
			byId,
			main: mainRegion(workflow.entry, nodes),
			iterations: /* @__PURE__ */ new Map(),
			keys: createKeyCache()
		};
	};
	declarationsOf = (workflow) => {
		const ports = /* @__PURE__ */ new Map();
		const variables = /* @__PURE__ */ new Set();
		for (const node of workflow.nodes) {
			ports.set(node.id, new Set(node.outputs.map((port) => port.name)));
			if (node.loop !== null) variables.add(node.loop.var).add(node.loop.indexVar);
		}
		return (node) => ({
			hasNode: (id) => ports.has(id),
			hasPort: (id, port) => ports.get(id)?.has(port) ?? false,
			hasVariable: (name) => variables.has(name),
			hasConfig: (name) => node.config.some((property) => property.name === name)
		});
	};
	beginNode = (definition, index, declarations) => ({
		index,
		id: definition.id,
		kind: definition.kind,
		definition,
		performs: PERFORMING.has(definition.kind),
		initialContext: {
			attempt: 0,
			spent: 0,
			idempotent: definition.idempotent,
			retry: definition.kind === "loop" ? null : definition.retry,
			onTimeout: definition.timeout?.onTimeout ?? null,
			discarded: false
		},
		guard: conditionOf(definition.guard, declarations),
		inputs: [],
		cases: [],
		otherwise: null,
		until: conditionOf(definition.wait?.until ?? null, declarations),
		routes: [],
		loop: null,
		incoming: [],
		deciders: [],
		outgoing: [],
		compensations: [],
		isUndo: false,
		placeholder: placeholderOf(definition)
	});
	conditionOf = (text, declarations) => {
		if (text === null) return null;
		const parsed = parseCondition(text, declarations);
		return parsed.ok ? compileExpression(parsed.expression) : unreadable(text);
	};
	unreadable = (text) => {
		const failure = {
			ok: false,
			code: "HX-4106",
			message: `the expression ${text.slice(0, 40)} can't be read`
		};
		return () => failure;
	};
	connectEdges = (workflow, byId, declarationsFor) => {
		workflow.edges.forEach((edge, index) => {
			const from = byId.get(edge.from);
			const to = byId.get(edge.to);
			if (from === void 0 || to === void 0) return;
			const port = to.definition.inputs.find((input) => input.name === edge.toPort);
			const compiled = {
				index,
				type: edge.type,
				from,
				to,
				condition: conditionOf(edge.condition, declarationsFor(from.definition)),
				isAwaited: true,
				isNeeded: edge.type === "data" && port !== void 0 && port.required && port.default === null
			};
			if (edge.type === "compensation") {
				from.compensations.push(compiled);
				to.isUndo = true;
			} else {
				from.outgoing.push(compiled);
				to.incoming.push(compiled);
			}
		});
	};
	connectDecisions = (nodes, byId, declarationsFor) => {
		for (const node of nodes) {
			const { cases, otherwise } = node.definition;
			if (cases === null) continue;
			const compiled = [];
			const declarations = declarationsFor(node.definition);
			for (const { when, to } of cases) {
				const target = byId.get(to);
				const evaluate = conditionOf(when, declarations);
				if (target !== void 0 && evaluate !== null) compiled.push({
					when: evaluate,
					text: when,
					to: target
				});
			}
			node.cases = compiled;
			node.otherwise = otherwise === null ? null : byId.get(otherwise) ?? null;
			const routes = new Set(compiled.map((each) => each.to));
			if (node.otherwise !== null) routes.add(node.otherwise);
			node.routes = [...routes];
			for (const route of routes) byId.get(route.id)?.deciders.push(node);
		}
	};
	connectInputs = (workflow, byId, declarationsFor) => {
		const sources = /* @__PURE__ */ new Map();
		for (const edge of workflow.edges) {
			const node = byId.get(edge.from);
			if (edge.type !== "data" || node === void 0 || edge.fromPort === null) continue;
			sources.set(`${edge.to} ${edge.toPort}`, {
				node,
				port: edge.fromPort
			});
		}
		for (const node of byId.values()) {
			const declarations = declarationsFor(node.definition);
			node.inputs = node.definition.inputs.map((port) => ({
				name: port.name,
				required: port.required,
				source: sources.get(`${node.id} ${port.name}`) ?? null,
				value: inputValueOf(port, declarations),
				default: port.default === null ? void 0 : literalOf(port.default, port.type)
			}));
		}
	};
	inputValueOf = (port, declarations) => {
		if (port.value === null) return null;
		const parsed = parseTemplate(port.value, declarations);
		if (!parsed.ok) return unreadable(port.value);
		const { parts } = parsed.template;
		if (parts.some((part) => typeof part !== "string")) return compileTemplate(parsed.template);
		const value = literalOf(parts.join(""), port.type);
		return () => ({
			ok: true,
			value
		});
	};
	connectLoops = (nodes, byId, declarationsFor) => {
		for (const node of nodes) {
			const definition = node.definition.loop;
			const body = definition === null ? void 0 : byId.get(definition.body);
			if (definition === null || body === void 0) continue;
			const declarations = declarationsFor(node.definition);
			node.loop = {
				definition,
				body,
				over: conditionOf(definition.over, declarations),
				while: conditionOf(definition.while, declarations)
			};
		}
	};
	excuseBackwardErrorEdges = (nodes) => {
		const successors = nodes.map((node) => [
			...node.outgoing.map((edge) => edge.to.index),
			...node.routes.map((route) => route.index),
			...node.loop === null ? [] : [node.loop.body.index]
		]);
		const component = componentsOf(successors);
		for (const node of nodes) for (const edge of node.outgoing) if (edge.type === "error" && component[node.index] === component[edge.to.index]) edge.isAwaited = false;
	};
}));
// ../../work/main/node_modules/xstate/dist/xstate-dev.esm.js
function getGlobal() {
	if (typeof globalThis !== "undefined") return globalThis;
	if (typeof self !== "undefined") return self;
	if (typeof window !== "undefined") return window;
	if (typeof global !== "undefined") return global;
}
function getDevTools() {
	const w = getGlobal();
	if (w.__xstate__) return w.__xstate__;
}
var devToolsAdapter;
var init_xstate_dev_esm = __esmMin((() => {
	devToolsAdapter = (service) => {
		if (typeof window === "undefined") return;
		const devTools = getDevTools();
		if (devTools) devTools.register(service);
	};
}));
// ../../work/main/node_modules/xstate/dist/raise-effbee0c.esm.js
/**
* Returns an event that represents an implicit event that is sent after the
* specified `delay`.
*
* @param delayRef The delay in milliseconds
* @param id The state node ID where this event is handled
*/
function createAfterEvent(delayRef, id) {
	return { type: `xstate.after.${delayRef}.${id}` };
}
/**
* Returns an event that represents that a final state node has been reached in
* the parent state node.
*
* @param id The final state node's parent state node `id`
* @param output The data to pass into the event
*/
function createDoneStateEvent(id, output) {
	return {
		type: `xstate.done.state.${id}`,
		output
	};
}
/**
* Returns an event that represents that an invoked service has terminated.
*
* An invoked service is terminated when it has reached a top-level final state
* node, but not when it is canceled.
*
* @param invokeId The invoked service ID
* @param output The data to pass into the event
*/
function createDoneActorEvent(invokeId, output) {
	return {
		type: `xstate.done.actor.${invokeId}`,
		output,
		actorId: invokeId
	};
}
function createErrorActorEvent(id, error) {
	return {
		type: `xstate.error.actor.${id}`,
		error,
		actorId: id
	};
}
function createInitEvent(input) {
	return {
		type: XSTATE_INIT,
		input
	};
}
/**
* This function makes sure that unhandled errors are thrown in a separate
* macrotask. It allows those errors to be detected by global error handlers and
* reported to bug tracking services without interrupting our own stack of
* execution.
*
* @param err Error to be thrown
*/
function reportUnhandledError(err) {
	setTimeout(() => {
		throw err;
	});
}
function matchesState(parentStateId, childStateId) {
	const parentStateValue = toStateValue(parentStateId);
	const childStateValue = toStateValue(childStateId);
	if (typeof childStateValue === "string") {
		if (typeof parentStateValue === "string") return childStateValue === parentStateValue;
		return false;
	}
	if (typeof parentStateValue === "string") return parentStateValue in childStateValue;
	return Object.keys(parentStateValue).every((key) => {
		if (!(key in childStateValue)) return false;
		return matchesState(parentStateValue[key], childStateValue[key]);
	});
}
function toStatePath(stateId) {
	if (isArray(stateId)) return stateId;
	const result = [];
	let segment = "";
	for (let i = 0; i < stateId.length; i++) {
		switch (stateId.charCodeAt(i)) {
			case 92:
				segment += stateId[i + 1];
				i++;
				continue;
			case 46:
				result.push(segment);
				segment = "";
				continue;
		}
		segment += stateId[i];
	}
	result.push(segment);
	return result;
}
function toStateValue(stateValue) {
	if (isMachineSnapshot(stateValue)) return stateValue.value;
	if (typeof stateValue !== "string") return stateValue;
	return pathToStateValue(toStatePath(stateValue));
}
function pathToStateValue(statePath) {
	if (statePath.length === 1) return statePath[0];
	const value = {};
	let marker = value;
	for (let i = 0; i < statePath.length - 1; i++) if (i === statePath.length - 2) marker[statePath[i]] = statePath[i + 1];
	else {
		const previous = marker;
		marker = {};
		previous[statePath[i]] = marker;
	}
	return value;
}
function mapValues(collection, iteratee) {
	const result = {};
	const collectionKeys = Object.keys(collection);
	for (let i = 0; i < collectionKeys.length; i++) {
		const key = collectionKeys[i];
		result[key] = iteratee(collection[key], key, collection, i);
	}
	return result;
}
function toArrayStrict(value) {
	if (isArray(value)) return value;
	return [value];
}
function toArray(value) {
	if (value === void 0) return [];
	return toArrayStrict(value);
}
function resolveOutput(mapper, context, event, self) {
	if (typeof mapper === "function") return mapper({
		context,
		event,
		self
	});
	return mapper;
}
function isArray(value) {
	return Array.isArray(value);
}
function isErrorActorEvent(event) {
	return event.type.startsWith("xstate.error.actor");
}
function toTransitionConfigArray(configLike) {
	return toArrayStrict(configLike).map((transitionLike) => {
		if (typeof transitionLike === "undefined" || typeof transitionLike === "string") return { target: transitionLike };
		return transitionLike;
	});
}
function normalizeTarget(target) {
	if (target === void 0 || target === TARGETLESS_KEY) return;
	return toArray(target);
}
function toObserver(nextHandler, errorHandler, completionHandler) {
	const isObserver = typeof nextHandler === "object";
	const self = isObserver ? nextHandler : void 0;
	return {
		next: (isObserver ? nextHandler.next : nextHandler)?.bind(self),
		error: (isObserver ? nextHandler.error : errorHandler)?.bind(self),
		complete: (isObserver ? nextHandler.complete : completionHandler)?.bind(self)
	};
}
function createInvokeId(stateNodeId, index) {
	return `${index}.${stateNodeId}`;
}
function resolveReferencedActor(machine, src) {
	const match = src.match(/^xstate\.invoke\.(\d+)\.(.*)/);
	if (!match) return machine.implementations.actors[src];
	const [, indexStr, nodeId] = match;
	const invokeConfig = machine.getStateNodeById(nodeId).config.invoke;
	return (Array.isArray(invokeConfig) ? invokeConfig[indexStr] : invokeConfig).src;
}
/**
* Checks if an event type matches an event descriptor, supporting wildcards.
* Event descriptors can be:
*
* - Exact matches: "event.type"
* - Wildcard: "*"
* - Partial matches: "event.*"
*
* @param eventType - The actual event type string
* @param descriptor - The event descriptor to match against
* @returns True if the event type matches the descriptor
*/
function matchesEventDescriptor(eventType, descriptor) {
	if (descriptor === eventType) return true;
	if (descriptor === WILDCARD) return true;
	if (!descriptor.endsWith(".*")) return false;
	const partialEventTokens = descriptor.split(".");
	const eventTokens = eventType.split(".");
	for (let tokenIndex = 0; tokenIndex < partialEventTokens.length; tokenIndex++) {
		const partialEventToken = partialEventTokens[tokenIndex];
		const eventToken = eventTokens[tokenIndex];
		if (partialEventToken === "*") return tokenIndex === partialEventTokens.length - 1;
		if (partialEventToken !== eventToken) return false;
	}
	return true;
}
function createScheduledEventId(actorRef, id) {
	return `${actorRef.sessionId}.${id}`;
}
function createSystem(rootActor, options) {
	const children = /* @__PURE__ */ new Map();
	const keyedActors = /* @__PURE__ */ new Map();
	const reverseKeyedActors = /* @__PURE__ */ new WeakMap();
	const inspectionObservers = /* @__PURE__ */ new Set();
	const timerMap = {};
	const { clock, logger } = options;
	const scheduler = {
		schedule: (source, target, event, delay, id = Math.random().toString(36).slice(2)) => {
			const scheduledEvent = {
				source,
				target,
				event,
				delay,
				id,
				startedAt: Date.now()
			};
			const scheduledEventId = createScheduledEventId(source, id);
			system._snapshot._scheduledEvents[scheduledEventId] = scheduledEvent;
			const timeout = clock.setTimeout(() => {
				delete timerMap[scheduledEventId];
				delete system._snapshot._scheduledEvents[scheduledEventId];
				system._relay(source, target, event);
			}, delay);
			timerMap[scheduledEventId] = timeout;
		},
		cancel: (source, id) => {
			const scheduledEventId = createScheduledEventId(source, id);
			const timeout = timerMap[scheduledEventId];
			delete timerMap[scheduledEventId];
			delete system._snapshot._scheduledEvents[scheduledEventId];
			if (timeout !== void 0) clock.clearTimeout(timeout);
		},
		cancelAll: (actorRef) => {
			for (const scheduledEventId in system._snapshot._scheduledEvents) {
				const scheduledEvent = system._snapshot._scheduledEvents[scheduledEventId];
				if (scheduledEvent.source === actorRef) scheduler.cancel(actorRef, scheduledEvent.id);
			}
		}
	};
	const sendInspectionEvent = (event) => {
		if (!inspectionObservers.size) return;
		const resolvedInspectionEvent = {
			...event,
			rootId: rootActor.sessionId
		};
		inspectionObservers.forEach((observer) => observer.next?.(resolvedInspectionEvent));
	};
	const system = {
		_snapshot: { _scheduledEvents: (options?.snapshot && options.snapshot.scheduler) ?? {} },
		_bookId: () => `x:${idCounter++}`,
		_register: (sessionId, actorRef) => {
			children.set(sessionId, actorRef);
			return sessionId;
		},
		_unregister: (actorRef) => {
			children.delete(actorRef.sessionId);
			const systemId = reverseKeyedActors.get(actorRef);
			if (systemId !== void 0) {
				keyedActors.delete(systemId);
				reverseKeyedActors.delete(actorRef);
			}
		},
		get: (systemId) => {
			return keyedActors.get(systemId);
		},
		getAll: () => {
			return Object.fromEntries(keyedActors.entries());
		},
		_set: (systemId, actorRef) => {
			const existing = keyedActors.get(systemId);
			if (existing && existing !== actorRef) throw new Error(`Actor with system ID '${systemId}' already exists.`);
			keyedActors.set(systemId, actorRef);
			reverseKeyedActors.set(actorRef, systemId);
		},
		inspect: (observerOrFn) => {
			const observer = toObserver(observerOrFn);
			inspectionObservers.add(observer);
			return { unsubscribe() {
				inspectionObservers.delete(observer);
			} };
		},
		_sendInspectionEvent: sendInspectionEvent,
		_relay: (source, target, event) => {
			system._sendInspectionEvent({
				type: "@xstate.event",
				sourceRef: source,
				actorRef: target,
				event
			});
			target._send(event);
		},
		scheduler,
		getSnapshot: () => {
			return { _scheduledEvents: { ...system._snapshot._scheduledEvents } };
		},
		start: () => {
			const scheduledEvents = system._snapshot._scheduledEvents;
			system._snapshot._scheduledEvents = {};
			for (const scheduledId in scheduledEvents) {
				const { source, target, event, delay, id } = scheduledEvents[scheduledId];
				scheduler.schedule(source, target, event, delay, id);
			}
		},
		_clock: clock,
		_logger: logger
	};
	return system;
}
/**
* Creates a new actor instance for the given actor logic with the provided
* options, if any.
*
* @remarks
* When you create an actor from actor logic via `createActor(logic)`, you
* implicitly create an actor system where the created actor is the root actor.
* Any actors spawned from this root actor and its descendants are part of that
* actor system.
* @example
*
* ```ts
* import { createActor } from 'xstate';
* import { someActorLogic } from './someActorLogic.ts';
*
* // Creating the actor, which implicitly creates an actor system with itself as the root actor
* const actor = createActor(someActorLogic);
*
* actor.subscribe((snapshot) => {
*   console.log(snapshot);
* });
*
* // Actors must be started by calling `actor.start()`, which will also start the actor system.
* actor.start();
*
* // Actors can receive events
* actor.send({ type: 'someEvent' });
*
* // You can stop root actors by calling `actor.stop()`, which will also stop the actor system and all actors in that system.
* actor.stop();
* ```
*
* @param logic - The actor logic to create an actor from. For a state machine
*   actor logic creator, see {@link createMachine}. Other actor logic creators
*   include {@link fromCallback}, {@link fromEventObservable},
*   {@link fromObservable}, {@link fromPromise}, and {@link fromTransition}.
* @param options - Actor options
*/
function createActor(logic, ...[options]) {
	return new Actor(logic, options);
}
/**
* @deprecated Use `Actor` instead.
* @alias
*/
function resolveCancel(_, snapshot, actionArgs, actionParams, { sendId }) {
	return [
		snapshot,
		{ sendId: typeof sendId === "function" ? sendId(actionArgs, actionParams) : sendId },
		void 0
	];
}
function executeCancel(actorScope, params) {
	actorScope.defer(() => {
		actorScope.system.scheduler.cancel(actorScope.self, params.sendId);
	});
}
/**
* Cancels a delayed `sendTo(...)` action that is waiting to be executed. The
* canceled `sendTo(...)` action will not send its event or execute, unless the
* `delay` has already elapsed before `cancel(...)` is called.
*
* @example
*
* ```ts
* import { createMachine, sendTo, cancel } from 'xstate';
*
* const machine = createMachine({
*   // ...
*   on: {
*     sendEvent: {
*       actions: sendTo(
*         'some-actor',
*         { type: 'someEvent' },
*         {
*           id: 'some-id',
*           delay: 1000
*         }
*       )
*     },
*     cancelEvent: {
*       actions: cancel('some-id')
*     }
*   }
* });
* ```
*
* @param sendId The `id` of the `sendTo(...)` action to cancel.
*/
function cancel(sendId) {
	function cancel(_args, _params) {}
	cancel.type = "xstate.cancel";
	cancel.sendId = sendId;
	cancel.resolve = resolveCancel;
	cancel.execute = executeCancel;
	return cancel;
}
function resolveSpawn(actorScope, snapshot, actionArgs, _actionParams, { id, systemId, src, input, syncSnapshot }) {
	const logic = typeof src === "string" ? resolveReferencedActor(snapshot.machine, src) : src;
	const resolvedId = typeof id === "function" ? id(actionArgs) : id;
	let actorRef;
	let resolvedInput = void 0;
	if (logic) {
		resolvedInput = typeof input === "function" ? input({
			context: snapshot.context,
			event: actionArgs.event,
			self: actorScope.self
		}) : input;
		actorRef = createActor(logic, {
			id: resolvedId,
			src,
			parent: actorScope.self,
			syncSnapshot,
			systemId,
			input: resolvedInput
		});
	}
	return [
		cloneMachineSnapshot(snapshot, { children: {
			...snapshot.children,
			[resolvedId]: actorRef
		} }),
		{
			id,
			systemId,
			actorRef,
			src,
			input: resolvedInput
		},
		void 0
	];
}
function executeSpawn(actorScope, { actorRef }) {
	if (!actorRef) return;
	actorScope.defer(() => {
		if (actorRef._processingStatus === ProcessingStatus.Stopped) return;
		actorRef.start();
	});
}
function spawnChild(...[src, { id, systemId, input, syncSnapshot = false } = {}]) {
	function spawnChild(_args, _params) {}
	spawnChild.type = "xstate.spawnChild";
	spawnChild.id = id;
	spawnChild.systemId = systemId;
	spawnChild.src = src;
	spawnChild.input = input;
	spawnChild.syncSnapshot = syncSnapshot;
	spawnChild.resolve = resolveSpawn;
	spawnChild.execute = executeSpawn;
	return spawnChild;
}
function resolveStop(_, snapshot, args, actionParams, { actorRef }) {
	const actorRefOrString = typeof actorRef === "function" ? actorRef(args, actionParams) : actorRef;
	const resolvedActorRef = typeof actorRefOrString === "string" ? snapshot.children[actorRefOrString] : actorRefOrString;
	let children = snapshot.children;
	if (resolvedActorRef) {
		children = { ...children };
		delete children[resolvedActorRef.id];
	}
	return [
		cloneMachineSnapshot(snapshot, { children }),
		resolvedActorRef,
		void 0
	];
}
function unregisterRecursively(actorScope, actorRef) {
	const snapshot = actorRef.getSnapshot();
	if (snapshot && "children" in snapshot) for (const child of Object.values(snapshot.children)) unregisterRecursively(actorScope, child);
	actorScope.system._unregister(actorRef);
}
function executeStop(actorScope, actorRef) {
	if (!actorRef) return;
	unregisterRecursively(actorScope, actorRef);
	if (actorRef._processingStatus !== ProcessingStatus.Running) {
		actorScope.stopChild(actorRef);
		return;
	}
	actorScope.defer(() => {
		actorScope.stopChild(actorRef);
	});
}
/**
* Stops a child actor.
*
* @param actorRef The actor to stop.
*/
function stopChild(actorRef) {
	function stop(_args, _params) {}
	stop.type = "xstate.stopChild";
	stop.actorRef = actorRef;
	stop.resolve = resolveStop;
	stop.execute = executeStop;
	return stop;
}
function checkAnd(snapshot, { context, event }, { guards }) {
	return guards.every((guard) => evaluateGuard(guard, context, event, snapshot));
}
/**
* Higher-order guard that evaluates to `true` if all `guards` passed to it
* evaluate to `true`.
*
* @category Guards
* @example
*
* ```ts
* import { setup, and } from 'xstate';
*
* const machine = setup({
*   guards: {
*     someNamedGuard: () => true
*   }
* }).createMachine({
*   on: {
*     someEvent: {
*       guard: and([({ context }) => context.value > 0, 'someNamedGuard']),
*       actions: () => {
*         // will be executed if all guards in `and(...)`
*         // evaluate to true
*       }
*     }
*   }
* });
* ```
*
* @returns A guard action object
*/
function and(guards) {
	function and(_args, _params) {
		return false;
	}
	and.check = checkAnd;
	and.guards = guards;
	return and;
}
function evaluateGuard(guard, context, event, snapshot) {
	const { machine } = snapshot;
	const isInline = typeof guard === "function";
	const resolved = isInline ? guard : machine.implementations.guards[typeof guard === "string" ? guard : guard.type];
	if (!isInline && !resolved) throw new Error(`Guard '${typeof guard === "string" ? guard : guard.type}' is not implemented.'.`);
	if (typeof resolved !== "function") return evaluateGuard(resolved, context, event, snapshot);
	const guardArgs = {
		context,
		event
	};
	const guardParams = isInline || typeof guard === "string" ? void 0 : "params" in guard ? typeof guard.params === "function" ? guard.params({
		context,
		event
	}) : guard.params : void 0;
	if (!("check" in resolved)) return resolved(guardArgs, guardParams);
	return resolved.check(snapshot, guardArgs, resolved);
}
function isAtomicStateNode(stateNode) {
	return stateNode.type === "atomic" || stateNode.type === "final";
}
function getChildren(stateNode) {
	return Object.values(stateNode.states).filter((sn) => sn.type !== "history");
}
function getProperAncestors(stateNode, toStateNode) {
	const ancestors = [];
	if (toStateNode === stateNode) return ancestors;
	let m = stateNode.parent;
	while (m && m !== toStateNode) {
		ancestors.push(m);
		m = m.parent;
	}
	return ancestors;
}
function getAllStateNodes(stateNodes) {
	const nodeSet = new Set(stateNodes);
	const adjList = getAdjList(nodeSet);
	for (const s of nodeSet) if (s.type === "compound" && (!adjList.get(s) || !adjList.get(s).length)) getInitialStateNodesWithTheirAncestors(s).forEach((sn) => nodeSet.add(sn));
	else if (s.type === "parallel") for (const child of getChildren(s)) {
		if (child.type === "history") continue;
		if (!nodeSet.has(child)) {
			const initialStates = getInitialStateNodesWithTheirAncestors(child);
			for (const initialStateNode of initialStates) nodeSet.add(initialStateNode);
		}
	}
	for (const s of nodeSet) {
		let m = s.parent;
		while (m) {
			nodeSet.add(m);
			m = m.parent;
		}
	}
	return nodeSet;
}
function getValueFromAdj(baseNode, adjList) {
	const childStateNodes = adjList.get(baseNode);
	if (!childStateNodes) return {};
	if (baseNode.type === "compound") {
		const childStateNode = childStateNodes[0];
		if (childStateNode) {
			if (isAtomicStateNode(childStateNode)) return childStateNode.key;
		} else return {};
	}
	const stateValue = {};
	for (const childStateNode of childStateNodes) stateValue[childStateNode.key] = getValueFromAdj(childStateNode, adjList);
	return stateValue;
}
function getAdjList(stateNodes) {
	const adjList = /* @__PURE__ */ new Map();
	for (const s of stateNodes) {
		if (!adjList.has(s)) adjList.set(s, []);
		if (s.parent) {
			if (!adjList.has(s.parent)) adjList.set(s.parent, []);
			adjList.get(s.parent).push(s);
		}
	}
	return adjList;
}
function getStateValue(rootNode, stateNodes) {
	return getValueFromAdj(rootNode, getAdjList(getAllStateNodes(stateNodes)));
}
function isInFinalState(stateNodeSet, stateNode) {
	if (stateNode.type === "compound") return getChildren(stateNode).some((s) => s.type === "final" && stateNodeSet.has(s));
	if (stateNode.type === "parallel") return getChildren(stateNode).every((sn) => isInFinalState(stateNodeSet, sn));
	return stateNode.type === "final";
}
function getCandidates(stateNode, receivedEventType) {
	const exactMatch = stateNode.transitions.get(receivedEventType);
	const wildcardCandidates = [...stateNode.transitions.keys()].filter((eventDescriptor) => eventDescriptor !== receivedEventType && matchesEventDescriptor(receivedEventType, eventDescriptor)).sort((a, b) => b.length - a.length).flatMap((key) => stateNode.transitions.get(key));
	return exactMatch ? [...exactMatch, ...wildcardCandidates] : wildcardCandidates;
}
/** All delayed transitions from the config. */
function getDelayedTransitions(stateNode) {
	const afterConfig = stateNode.config.after;
	if (!afterConfig) return [];
	const mutateEntryExit = (delay) => {
		const afterEvent = createAfterEvent(delay, stateNode.id);
		const eventType = afterEvent.type;
		stateNode.entry.push(raise(afterEvent, {
			id: eventType,
			delay
		}));
		stateNode.exit.push(cancel(eventType));
		return eventType;
	};
	return Object.keys(afterConfig).flatMap((delay) => {
		const configTransition = afterConfig[delay];
		const resolvedTransition = typeof configTransition === "string" ? { target: configTransition } : configTransition;
		const resolvedDelay = Number.isNaN(+delay) ? delay : +delay;
		const eventType = mutateEntryExit(resolvedDelay);
		return toArray(resolvedTransition).map((transition) => ({
			...transition,
			event: eventType,
			delay: resolvedDelay
		}));
	}).map((delayedTransition) => {
		const { delay } = delayedTransition;
		return {
			...formatTransition(stateNode, delayedTransition.event, delayedTransition),
			delay
		};
	});
}
function formatTransition(stateNode, descriptor, transitionConfig) {
	const normalizedTarget = normalizeTarget(transitionConfig.target);
	const reenter = transitionConfig.reenter ?? false;
	const target = resolveTarget(stateNode, normalizedTarget);
	const transition = {
		...transitionConfig,
		actions: toArray(transitionConfig.actions),
		guard: transitionConfig.guard,
		target,
		source: stateNode,
		reenter,
		eventType: descriptor,
		toJSON: () => ({
			...transition,
			source: `#${stateNode.id}`,
			target: target ? target.map((t) => `#${t.id}`) : void 0
		})
	};
	return transition;
}
function formatTransitions(stateNode) {
	const transitions = /* @__PURE__ */ new Map();
	if (stateNode.config.on) for (const descriptor of Object.keys(stateNode.config.on)) {
		if (descriptor === "") throw new Error("Null events (\"\") cannot be specified as a transition key. Use `always: { ... }` instead.");
		const transitionsConfig = stateNode.config.on[descriptor];
		transitions.set(descriptor, toTransitionConfigArray(transitionsConfig).map((t) => formatTransition(stateNode, descriptor, t)));
	}
	if (stateNode.config.onDone) {
		const descriptor = `xstate.done.state.${stateNode.id}`;
		transitions.set(descriptor, toTransitionConfigArray(stateNode.config.onDone).map((t) => formatTransition(stateNode, descriptor, t)));
	}
	for (const invokeDef of stateNode.invoke) {
		if (invokeDef.onDone) {
			const descriptor = `xstate.done.actor.${invokeDef.id}`;
			transitions.set(descriptor, toTransitionConfigArray(invokeDef.onDone).map((t) => formatTransition(stateNode, descriptor, t)));
		}
		if (invokeDef.onError) {
			const descriptor = `xstate.error.actor.${invokeDef.id}`;
			transitions.set(descriptor, toTransitionConfigArray(invokeDef.onError).map((t) => formatTransition(stateNode, descriptor, t)));
		}
		if (invokeDef.onSnapshot) {
			const descriptor = `xstate.snapshot.${invokeDef.id}`;
			transitions.set(descriptor, toTransitionConfigArray(invokeDef.onSnapshot).map((t) => formatTransition(stateNode, descriptor, t)));
		}
	}
	for (const delayedTransition of stateNode.after) {
		let existing = transitions.get(delayedTransition.eventType);
		if (!existing) {
			existing = [];
			transitions.set(delayedTransition.eventType, existing);
		}
		existing.push(delayedTransition);
	}
	return transitions;
}
/**
* Collects route transitions from all descendants with explicit IDs. Called
* once on the root node to avoid O(N²) repeated traversals.
*/
function formatRouteTransitions(rootStateNode) {
	const routeTransitions = [];
	const collectRoutes = (states) => {
		Object.values(states).forEach((sn) => {
			if (sn.config.route && sn.config.id) {
				const routeId = sn.config.id;
				const userGuard = sn.config.route.guard;
				const routeMatches = ({ event }) => event.to === `#${routeId}`;
				const transition = {
					...sn.config.route,
					guard: userGuard ? and([routeMatches, userGuard]) : routeMatches,
					target: `#${routeId}`
				};
				routeTransitions.push(formatTransition(rootStateNode, "xstate.route", transition));
			}
			if (sn.states) collectRoutes(sn.states);
		});
	};
	collectRoutes(rootStateNode.states);
	if (routeTransitions.length > 0) rootStateNode.transitions.set("xstate.route", routeTransitions);
}
function formatInitialTransition(stateNode, _target) {
	const resolvedTarget = typeof _target === "string" ? stateNode.states[_target] : _target ? stateNode.states[_target.target] : void 0;
	if (!resolvedTarget && _target) throw new Error(`Initial state node "${_target}" not found on parent state node #${stateNode.id}`);
	const transition = {
		source: stateNode,
		actions: !_target || typeof _target === "string" ? [] : toArray(_target.actions),
		eventType: null,
		reenter: false,
		target: resolvedTarget ? [resolvedTarget] : [],
		meta: typeof _target === "object" ? _target.meta : void 0,
		description: typeof _target === "object" ? _target.description : void 0,
		toJSON: () => ({
			...transition,
			source: `#${stateNode.id}`,
			target: resolvedTarget ? [`#${resolvedTarget.id}`] : []
		})
	};
	return transition;
}
function resolveTarget(stateNode, targets) {
	if (targets === void 0) return;
	return targets.map((target) => {
		if (typeof target !== "string") return target;
		if (isStateId(target)) return stateNode.machine.getStateNodeById(target);
		const isInternalTarget = target[0] === ".";
		if (isInternalTarget && !stateNode.parent) return getStateNodeByPath(stateNode, target.slice(1));
		const resolvedTarget = isInternalTarget ? stateNode.key + target : target;
		if (stateNode.parent) try {
			return getStateNodeByPath(stateNode.parent, resolvedTarget);
		} catch (err) {
			throw new Error(`Invalid transition definition for state node '${stateNode.id}':\n${err.message}`);
		}
		else throw new Error(`Invalid target: "${target}" is not a valid target from the root node. Did you mean ".${target}"?`);
	});
}
function resolveHistoryDefaultTransition(stateNode) {
	const normalizedTarget = normalizeTarget(stateNode.config.target);
	if (!normalizedTarget) {
		if (stateNode.parent.type === "parallel") return { target: [stateNode.parent] };
		return stateNode.parent.initial;
	}
	return { target: normalizedTarget.map((t) => typeof t === "string" ? getStateNodeByPath(stateNode.parent, t) : t) };
}
function isHistoryNode(stateNode) {
	return stateNode.type === "history";
}
function getInitialStateNodesWithTheirAncestors(stateNode) {
	const states = getInitialStateNodes(stateNode);
	for (const initialState of states) for (const ancestor of getProperAncestors(initialState, stateNode)) states.add(ancestor);
	return states;
}
function getInitialStateNodes(stateNode) {
	const set = /* @__PURE__ */ new Set();
	function iter(descStateNode) {
		if (set.has(descStateNode)) return;
		set.add(descStateNode);
		if (descStateNode.type === "compound") iter(descStateNode.initial.target[0]);
		else if (descStateNode.type === "parallel") for (const child of getChildren(descStateNode)) iter(child);
	}
	iter(stateNode);
	return set;
}
/** Returns the child state node from its relative `stateKey`, or throws. */
function getStateNode(stateNode, stateKey) {
	if (isStateId(stateKey)) return stateNode.machine.getStateNodeById(stateKey);
	if (!stateNode.states) throw new Error(`Unable to retrieve child state '${stateKey}' from '${stateNode.id}'; no child states exist.`);
	const result = stateNode.states[stateKey];
	if (!result) throw new Error(`Child state '${stateKey}' does not exist on '${stateNode.id}'`);
	return result;
}
/**
* Returns the relative state node from the given `statePath`, or throws.
*
* @param statePath The string or string array relative path to the state node.
*/
function getStateNodeByPath(stateNode, statePath) {
	if (typeof statePath === "string" && isStateId(statePath)) try {
		return stateNode.machine.getStateNodeById(statePath);
	} catch {}
	const arrayStatePath = toStatePath(statePath).slice();
	let currentStateNode = stateNode;
	while (arrayStatePath.length) {
		const key = arrayStatePath.shift();
		if (!key.length) break;
		currentStateNode = getStateNode(currentStateNode, key);
	}
	return currentStateNode;
}
/**
* Returns the state nodes represented by the current state value.
*
* @param stateValue The state value or State instance
*/
function getStateNodes(stateNode, stateValue) {
	if (typeof stateValue === "string") {
		const childStateNode = stateNode.states[stateValue];
		if (!childStateNode) throw new Error(`State '${stateValue}' does not exist on '${stateNode.id}'`);
		return [stateNode, childStateNode];
	}
	const childStateKeys = Object.keys(stateValue);
	const childStateNodes = childStateKeys.map((subStateKey) => getStateNode(stateNode, subStateKey)).filter(Boolean);
	return [stateNode.machine.root, stateNode].concat(childStateNodes, childStateKeys.reduce((allSubStateNodes, subStateKey) => {
		const subStateNode = getStateNode(stateNode, subStateKey);
		if (!subStateNode) return allSubStateNodes;
		const subStateNodes = getStateNodes(subStateNode, stateValue[subStateKey]);
		return allSubStateNodes.concat(subStateNodes);
	}, []));
}
function transitionAtomicNode(stateNode, stateValue, snapshot, event) {
	const next = getStateNode(stateNode, stateValue).next(snapshot, event);
	if (!next || !next.length) return stateNode.next(snapshot, event);
	return next;
}
function transitionCompoundNode(stateNode, stateValue, snapshot, event) {
	const subStateKeys = Object.keys(stateValue);
	const next = transitionNode(getStateNode(stateNode, subStateKeys[0]), stateValue[subStateKeys[0]], snapshot, event);
	if (!next || !next.length) return stateNode.next(snapshot, event);
	return next;
}
function transitionParallelNode(stateNode, stateValue, snapshot, event) {
	const allInnerTransitions = [];
	for (const subStateKey of Object.keys(stateValue)) {
		const subStateValue = stateValue[subStateKey];
		if (!subStateValue) continue;
		const innerTransitions = transitionNode(getStateNode(stateNode, subStateKey), subStateValue, snapshot, event);
		if (innerTransitions) allInnerTransitions.push(...innerTransitions);
	}
	if (!allInnerTransitions.length) return stateNode.next(snapshot, event);
	return allInnerTransitions;
}
function transitionNode(stateNode, stateValue, snapshot, event) {
	if (typeof stateValue === "string") return transitionAtomicNode(stateNode, stateValue, snapshot, event);
	if (Object.keys(stateValue).length === 1) return transitionCompoundNode(stateNode, stateValue, snapshot, event);
	return transitionParallelNode(stateNode, stateValue, snapshot, event);
}
function getHistoryNodes(stateNode) {
	return Object.keys(stateNode.states).map((key) => stateNode.states[key]).filter((sn) => sn.type === "history");
}
function isDescendant(childStateNode, parentStateNode) {
	let marker = childStateNode;
	while (marker.parent && marker.parent !== parentStateNode) marker = marker.parent;
	return marker.parent === parentStateNode;
}
function hasIntersection(s1, s2) {
	const set1 = new Set(s1);
	const set2 = new Set(s2);
	for (const item of set1) if (set2.has(item)) return true;
	for (const item of set2) if (set1.has(item)) return true;
	return false;
}
function removeConflictingTransitions(enabledTransitions, stateNodeSet, historyValue) {
	const filteredTransitions = /* @__PURE__ */ new Set();
	for (const t1 of enabledTransitions) {
		let t1Preempted = false;
		const transitionsToRemove = /* @__PURE__ */ new Set();
		for (const t2 of filteredTransitions) if (hasIntersection(computeExitSet([t1], stateNodeSet, historyValue), computeExitSet([t2], stateNodeSet, historyValue))) {
			if (isDescendant(t1.source, t2.source)) transitionsToRemove.add(t2);
			else {
				t1Preempted = true;
				break;
			}
		}
		if (!t1Preempted) {
			for (const t3 of transitionsToRemove) filteredTransitions.delete(t3);
			filteredTransitions.add(t1);
		}
	}
	return Array.from(filteredTransitions);
}
function findLeastCommonAncestor(stateNodes) {
	const [head, ...tail] = stateNodes;
	for (const ancestor of getProperAncestors(head, void 0)) if (tail.every((sn) => isDescendant(sn, ancestor))) return ancestor;
}
function getEffectiveTargetStates(transition, historyValue) {
	if (!transition.target) return [];
	const targets = /* @__PURE__ */ new Set();
	for (const targetNode of transition.target) if (isHistoryNode(targetNode)) {
		if (historyValue[targetNode.id]) for (const node of historyValue[targetNode.id]) targets.add(node);
		else for (const node of getEffectiveTargetStates(resolveHistoryDefaultTransition(targetNode), historyValue)) targets.add(node);
	} else targets.add(targetNode);
	return [...targets];
}
function getTransitionDomain(transition, historyValue) {
	const targetStates = getEffectiveTargetStates(transition, historyValue);
	if (!targetStates) return;
	if (!transition.reenter && targetStates.every((target) => target === transition.source || isDescendant(target, transition.source))) return transition.source;
	const lca = findLeastCommonAncestor(targetStates.concat(transition.source));
	if (lca) return lca;
	if (transition.reenter) return;
	return transition.source.machine.root;
}
function computeExitSet(transitions, stateNodeSet, historyValue) {
	const statesToExit = /* @__PURE__ */ new Set();
	for (const t of transitions) if (t.target?.length) {
		const domain = getTransitionDomain(t, historyValue);
		if (t.reenter && t.source === domain) statesToExit.add(domain);
		for (const stateNode of stateNodeSet) if (isDescendant(stateNode, domain)) statesToExit.add(stateNode);
	}
	return [...statesToExit];
}
function areStateNodeCollectionsEqual(prevStateNodes, nextStateNodeSet) {
	if (prevStateNodes.length !== nextStateNodeSet.size) return false;
	for (const node of prevStateNodes) if (!nextStateNodeSet.has(node)) return false;
	return true;
}
function initialMicrostep(root, preInitialState, actorScope, initEvent, internalQueue) {
	return microstep([{
		target: [...getInitialStateNodes(root)],
		source: root,
		reenter: true,
		actions: [],
		eventType: null,
		toJSON: null
	}], preInitialState, actorScope, initEvent, true, internalQueue);
}
/** https://www.w3.org/TR/scxml/#microstepProcedure */
function microstep(transitions, currentSnapshot, actorScope, event, isInitial, internalQueue) {
	const actions = [];
	if (!transitions.length) return [currentSnapshot, actions];
	const originalExecutor = actorScope.actionExecutor;
	actorScope.actionExecutor = (action) => {
		actions.push(action);
		originalExecutor(action);
	};
	try {
		const mutStateNodeSet = new Set(currentSnapshot._nodes);
		let historyValue = currentSnapshot.historyValue;
		const filteredTransitions = removeConflictingTransitions(transitions, mutStateNodeSet, historyValue);
		let nextState = currentSnapshot;
		if (!isInitial) [nextState, historyValue] = exitStates(nextState, event, actorScope, filteredTransitions, mutStateNodeSet, historyValue, internalQueue, actorScope.actionExecutor);
		nextState = resolveActionsAndContext(nextState, event, actorScope, filteredTransitions.flatMap((t) => t.actions), internalQueue, void 0);
		nextState = enterStates(nextState, event, actorScope, filteredTransitions, mutStateNodeSet, internalQueue, historyValue, isInitial);
		const nextStateNodes = [...mutStateNodeSet];
		if (nextState.status === "done") nextState = resolveActionsAndContext(nextState, event, actorScope, nextStateNodes.sort((a, b) => b.order - a.order).flatMap((state) => state.exit), internalQueue, void 0);
		try {
			if (historyValue === currentSnapshot.historyValue && areStateNodeCollectionsEqual(currentSnapshot._nodes, mutStateNodeSet)) return [nextState, actions];
			return [cloneMachineSnapshot(nextState, {
				_nodes: nextStateNodes,
				historyValue
			}), actions];
		} catch (e) {
			throw e;
		}
	} finally {
		actorScope.actionExecutor = originalExecutor;
	}
}
function getMachineOutput(snapshot, event, actorScope, rootNode, rootCompletionNode) {
	if (rootNode.output === void 0) return;
	const doneStateEvent = createDoneStateEvent(rootCompletionNode.id, rootCompletionNode.output !== void 0 && rootCompletionNode.parent ? resolveOutput(rootCompletionNode.output, snapshot.context, event, actorScope.self) : void 0);
	return resolveOutput(rootNode.output, snapshot.context, doneStateEvent, actorScope.self);
}
function enterStates(currentSnapshot, event, actorScope, filteredTransitions, mutStateNodeSet, internalQueue, historyValue, isInitial) {
	let nextSnapshot = currentSnapshot;
	const statesToEnter = /* @__PURE__ */ new Set();
	const statesForDefaultEntry = /* @__PURE__ */ new Set();
	computeEntrySet(filteredTransitions, historyValue, statesForDefaultEntry, statesToEnter);
	if (isInitial) statesForDefaultEntry.add(currentSnapshot.machine.root);
	const completedNodes = /* @__PURE__ */ new Set();
	for (const stateNodeToEnter of [...statesToEnter].sort((a, b) => a.order - b.order)) {
		mutStateNodeSet.add(stateNodeToEnter);
		const actions = [];
		actions.push(...stateNodeToEnter.entry);
		for (const invokeDef of stateNodeToEnter.invoke) actions.push(spawnChild(invokeDef.src, {
			...invokeDef,
			syncSnapshot: !!invokeDef.onSnapshot
		}));
		if (statesForDefaultEntry.has(stateNodeToEnter)) {
			const initialActions = stateNodeToEnter.initial.actions;
			actions.push(...initialActions);
		}
		nextSnapshot = resolveActionsAndContext(nextSnapshot, event, actorScope, actions, internalQueue, stateNodeToEnter.invoke.map((invokeDef) => invokeDef.id));
		if (stateNodeToEnter.type === "final") {
			const parent = stateNodeToEnter.parent;
			let ancestorMarker = parent?.type === "parallel" ? parent : parent?.parent;
			let rootCompletionNode = ancestorMarker || stateNodeToEnter;
			if (parent?.type === "compound") internalQueue.push(createDoneStateEvent(parent.id, stateNodeToEnter.output !== void 0 ? resolveOutput(stateNodeToEnter.output, nextSnapshot.context, event, actorScope.self) : void 0));
			while (ancestorMarker?.type === "parallel" && !completedNodes.has(ancestorMarker) && isInFinalState(mutStateNodeSet, ancestorMarker)) {
				completedNodes.add(ancestorMarker);
				internalQueue.push(createDoneStateEvent(ancestorMarker.id));
				rootCompletionNode = ancestorMarker;
				ancestorMarker = ancestorMarker.parent;
			}
			if (ancestorMarker) continue;
			nextSnapshot = cloneMachineSnapshot(nextSnapshot, {
				status: "done",
				output: getMachineOutput(nextSnapshot, event, actorScope, nextSnapshot.machine.root, rootCompletionNode)
			});
		}
	}
	return nextSnapshot;
}
function computeEntrySet(transitions, historyValue, statesForDefaultEntry, statesToEnter) {
	for (const t of transitions) {
		const domain = getTransitionDomain(t, historyValue);
		for (const s of t.target || []) {
			if (!isHistoryNode(s) && (t.source !== s || t.source !== domain || t.reenter)) {
				statesToEnter.add(s);
				statesForDefaultEntry.add(s);
			}
			addDescendantStatesToEnter(s, historyValue, statesForDefaultEntry, statesToEnter);
		}
		const targetStates = getEffectiveTargetStates(t, historyValue);
		for (const s of targetStates) {
			const ancestors = getProperAncestors(s, domain);
			if (domain?.type === "parallel") ancestors.push(domain);
			addAncestorStatesToEnter(statesToEnter, historyValue, statesForDefaultEntry, ancestors, !t.source.parent && t.reenter ? void 0 : domain);
		}
	}
}
function addDescendantStatesToEnter(stateNode, historyValue, statesForDefaultEntry, statesToEnter) {
	if (isHistoryNode(stateNode)) {
		if (historyValue[stateNode.id]) {
			const historyStateNodes = historyValue[stateNode.id];
			for (const s of historyStateNodes) {
				statesToEnter.add(s);
				addDescendantStatesToEnter(s, historyValue, statesForDefaultEntry, statesToEnter);
			}
			for (const s of historyStateNodes) addProperAncestorStatesToEnter(s, stateNode.parent, statesToEnter, historyValue, statesForDefaultEntry);
		} else {
			const historyDefaultTransition = resolveHistoryDefaultTransition(stateNode);
			for (const s of historyDefaultTransition.target) {
				statesToEnter.add(s);
				if (historyDefaultTransition === stateNode.parent?.initial) statesForDefaultEntry.add(stateNode.parent);
				addDescendantStatesToEnter(s, historyValue, statesForDefaultEntry, statesToEnter);
			}
			for (const s of historyDefaultTransition.target) addProperAncestorStatesToEnter(s, stateNode.parent, statesToEnter, historyValue, statesForDefaultEntry);
		}
	} else if (stateNode.type === "compound") {
		const [initialState] = stateNode.initial.target;
		if (!isHistoryNode(initialState)) {
			statesToEnter.add(initialState);
			statesForDefaultEntry.add(initialState);
		}
		addDescendantStatesToEnter(initialState, historyValue, statesForDefaultEntry, statesToEnter);
		addProperAncestorStatesToEnter(initialState, stateNode, statesToEnter, historyValue, statesForDefaultEntry);
	} else if (stateNode.type === "parallel") {
		for (const child of getChildren(stateNode).filter((sn) => !isHistoryNode(sn))) if (![...statesToEnter].some((s) => isDescendant(s, child))) {
			if (!isHistoryNode(child)) {
				statesToEnter.add(child);
				statesForDefaultEntry.add(child);
			}
			addDescendantStatesToEnter(child, historyValue, statesForDefaultEntry, statesToEnter);
		}
	}
}
function addAncestorStatesToEnter(statesToEnter, historyValue, statesForDefaultEntry, ancestors, reentrancyDomain) {
	for (const anc of ancestors) {
		if (!reentrancyDomain || isDescendant(anc, reentrancyDomain)) statesToEnter.add(anc);
		if (anc.type === "parallel") {
			for (const child of getChildren(anc).filter((sn) => !isHistoryNode(sn))) if (![...statesToEnter].some((s) => isDescendant(s, child))) {
				statesToEnter.add(child);
				addDescendantStatesToEnter(child, historyValue, statesForDefaultEntry, statesToEnter);
			}
		}
	}
}
function addProperAncestorStatesToEnter(stateNode, toStateNode, statesToEnter, historyValue, statesForDefaultEntry) {
	addAncestorStatesToEnter(statesToEnter, historyValue, statesForDefaultEntry, getProperAncestors(stateNode, toStateNode));
}
function exitStates(currentSnapshot, event, actorScope, transitions, mutStateNodeSet, historyValue, internalQueue, _actionExecutor) {
	let nextSnapshot = currentSnapshot;
	const statesToExit = computeExitSet(transitions, mutStateNodeSet, historyValue);
	statesToExit.sort((a, b) => b.order - a.order);
	let changedHistory;
	for (const exitStateNode of statesToExit) for (const historyNode of getHistoryNodes(exitStateNode)) {
		let predicate;
		if (historyNode.history === "deep") predicate = (sn) => isAtomicStateNode(sn) && isDescendant(sn, exitStateNode);
		else predicate = (sn) => {
			return sn.parent === exitStateNode;
		};
		changedHistory ??= { ...historyValue };
		changedHistory[historyNode.id] = Array.from(mutStateNodeSet).filter(predicate);
	}
	for (const s of statesToExit) {
		nextSnapshot = resolveActionsAndContext(nextSnapshot, event, actorScope, [...s.exit, ...s.invoke.map((def) => stopChild(def.id))], internalQueue, void 0);
		mutStateNodeSet.delete(s);
	}
	return [nextSnapshot, changedHistory || historyValue];
}
function getAction(machine, actionType) {
	return machine.implementations.actions[actionType];
}
function resolveAndExecuteActionsWithContext(currentSnapshot, event, actorScope, actions, extra, retries) {
	const { machine } = currentSnapshot;
	let intermediateSnapshot = currentSnapshot;
	for (const action of actions) {
		const isInline = typeof action === "function";
		const resolvedAction = isInline ? action : getAction(machine, typeof action === "string" ? action : action.type);
		const actionArgs = {
			context: intermediateSnapshot.context,
			event,
			self: actorScope.self,
			system: actorScope.system
		};
		const actionParams = isInline || typeof action === "string" ? void 0 : "params" in action ? typeof action.params === "function" ? action.params({
			context: intermediateSnapshot.context,
			event
		}) : action.params : void 0;
		if (!resolvedAction || !("resolve" in resolvedAction)) {
			actorScope.actionExecutor({
				type: typeof action === "string" ? action : typeof action === "object" ? action.type : action.name || "(anonymous)",
				info: actionArgs,
				params: actionParams,
				exec: resolvedAction
			});
			continue;
		}
		const builtinAction = resolvedAction;
		const [nextState, params, actions] = builtinAction.resolve(actorScope, intermediateSnapshot, actionArgs, actionParams, resolvedAction, extra);
		intermediateSnapshot = nextState;
		if ("retryResolve" in builtinAction) retries?.push([builtinAction, params]);
		if ("execute" in builtinAction) actorScope.actionExecutor({
			type: builtinAction.type,
			info: actionArgs,
			params,
			exec: builtinAction.execute.bind(null, actorScope, params)
		});
		if (actions) intermediateSnapshot = resolveAndExecuteActionsWithContext(intermediateSnapshot, event, actorScope, actions, extra, retries);
	}
	return intermediateSnapshot;
}
function resolveActionsAndContext(currentSnapshot, event, actorScope, actions, internalQueue, deferredActorIds) {
	const retries = deferredActorIds ? [] : void 0;
	const nextState = resolveAndExecuteActionsWithContext(currentSnapshot, event, actorScope, actions, {
		internalQueue,
		deferredActorIds
	}, retries);
	retries?.forEach(([builtinAction, params]) => {
		builtinAction.retryResolve(actorScope, nextState, params);
	});
	return nextState;
}
function macrostep(snapshot, event, actorScope, internalQueue) {
	let nextSnapshot = snapshot;
	const microsteps = [];
	function addMicrostep(step, event, transitions) {
		actorScope.system._sendInspectionEvent({
			type: "@xstate.microstep",
			actorRef: actorScope.self,
			event,
			snapshot: step[0],
			_transitions: transitions
		});
		microsteps.push(step);
	}
	if (event.type === "xstate.stop") {
		nextSnapshot = cloneMachineSnapshot(stopChildren(nextSnapshot, event, actorScope), { status: "stopped" });
		addMicrostep([nextSnapshot, []], event, []);
		return {
			snapshot: nextSnapshot,
			microsteps
		};
	}
	let nextEvent = event;
	if (nextEvent.type !== XSTATE_INIT) {
		const currentEvent = nextEvent;
		const isErr = isErrorActorEvent(currentEvent);
		const transitions = selectTransitions(currentEvent, nextSnapshot);
		if (isErr && !transitions.length) {
			nextSnapshot = cloneMachineSnapshot(stopChildren(nextSnapshot, currentEvent, actorScope), {
				status: "error",
				error: currentEvent.error
			});
			addMicrostep([nextSnapshot, []], currentEvent, []);
			return {
				snapshot: nextSnapshot,
				microsteps
			};
		}
		const step = microstep(transitions, snapshot, actorScope, nextEvent, false, internalQueue);
		nextSnapshot = step[0];
		addMicrostep(step, currentEvent, transitions);
	}
	let shouldSelectEventlessTransitions = true;
	const maxIterations = snapshot.machine.options?.maxIterations ?? Infinity;
	let iterationCount = 0;
	while (nextSnapshot.status === "active") {
		iterationCount++;
		if (iterationCount > maxIterations) throw new Error(`Infinite loop detected: the machine has processed more than ${maxIterations} microsteps without reaching a stable state. This usually happens when there's a cycle of transitions (e.g., eventless transitions or raised events causing state A -> B -> C -> A).`);
		let enabledTransitions = shouldSelectEventlessTransitions ? selectEventlessTransitions(nextSnapshot, nextEvent) : [];
		const previousState = enabledTransitions.length ? nextSnapshot : void 0;
		if (!enabledTransitions.length) {
			if (!internalQueue.length) break;
			nextEvent = internalQueue.shift();
			enabledTransitions = selectTransitions(nextEvent, nextSnapshot);
		}
		const step = microstep(enabledTransitions, nextSnapshot, actorScope, nextEvent, false, internalQueue);
		nextSnapshot = step[0];
		shouldSelectEventlessTransitions = nextSnapshot !== previousState;
		addMicrostep(step, nextEvent, enabledTransitions);
	}
	if (nextSnapshot.status !== "active") stopChildren(nextSnapshot, nextEvent, actorScope);
	return {
		snapshot: nextSnapshot,
		microsteps
	};
}
function stopChildren(nextState, event, actorScope) {
	return resolveActionsAndContext(nextState, event, actorScope, Object.values(nextState.children).map((child) => stopChild(child)), [], void 0);
}
function selectTransitions(event, nextState) {
	return nextState.machine.getTransitionData(nextState, event);
}
function selectEventlessTransitions(nextState, event) {
	const enabledTransitionSet = /* @__PURE__ */ new Set();
	const atomicStates = nextState._nodes.filter(isAtomicStateNode);
	for (const stateNode of atomicStates) loop: for (const s of [stateNode].concat(getProperAncestors(stateNode, void 0))) {
		if (!s.always) continue;
		for (const transition of s.always) if (transition.guard === void 0 || evaluateGuard(transition.guard, nextState.context, event, nextState)) {
			enabledTransitionSet.add(transition);
			break loop;
		}
	}
	return removeConflictingTransitions(Array.from(enabledTransitionSet), new Set(nextState._nodes), nextState.historyValue);
}
/**
* Resolves a partial state value with its full representation in the state
* node's machine.
*
* @param stateValue The partial state value to resolve.
*/
function resolveStateValue(rootNode, stateValue) {
	return getStateValue(rootNode, [...getAllStateNodes(getStateNodes(rootNode, stateValue))]);
}
function isMachineSnapshot(value) {
	return !!value && typeof value === "object" && "machine" in value && "value" in value;
}
function createMachineSnapshot(config, machine) {
	return {
		status: config.status,
		output: config.output,
		error: config.error,
		machine,
		context: config.context,
		_nodes: config._nodes,
		value: getStateValue(machine.root, config._nodes),
		tags: new Set(config._nodes.flatMap((sn) => sn.tags)),
		children: config.children,
		historyValue: config.historyValue || {},
		matches: machineSnapshotMatches,
		hasTag: machineSnapshotHasTag,
		can: machineSnapshotCan,
		getMeta: machineSnapshotGetMeta,
		toJSON: machineSnapshotToJSON
	};
}
function cloneMachineSnapshot(snapshot, config = {}) {
	return createMachineSnapshot({
		...snapshot,
		...config
	}, snapshot.machine);
}
function serializeHistoryValue(historyValue) {
	if (typeof historyValue !== "object" || historyValue === null) return {};
	const result = {};
	for (const key in historyValue) {
		const value = historyValue[key];
		if (Array.isArray(value)) result[key] = value.map((item) => ({ id: item.id }));
	}
	return result;
}
function getPersistedSnapshot(snapshot, options) {
	const { _nodes: nodes, tags, machine, children, context, can, hasTag, matches, getMeta, toJSON, ...jsonValues } = snapshot;
	const childrenJson = {};
	for (const id in children) {
		const child = children[id];
		childrenJson[id] = {
			snapshot: child.getPersistedSnapshot(options),
			src: child.src,
			systemId: child.systemId,
			syncSnapshot: child._syncSnapshot
		};
	}
	return {
		...jsonValues,
		context: persistContext(context),
		children: childrenJson,
		historyValue: serializeHistoryValue(jsonValues.historyValue)
	};
}
function persistContext(contextPart) {
	let copy;
	for (const key in contextPart) {
		const value = contextPart[key];
		if (value && typeof value === "object") {
			if ("sessionId" in value && "send" in value && "ref" in value) {
				copy ??= Array.isArray(contextPart) ? contextPart.slice() : { ...contextPart };
				copy[key] = {
					xstate$$type: 1,
					id: value.id
				};
			} else {
				const result = persistContext(value);
				if (result !== value) {
					copy ??= Array.isArray(contextPart) ? contextPart.slice() : { ...contextPart };
					copy[key] = result;
				}
			}
		}
	}
	return copy ?? contextPart;
}
function resolveRaise(_, snapshot, args, actionParams, { event: eventOrExpr, id, delay }, { internalQueue }) {
	const delaysMap = snapshot.machine.implementations.delays;
	if (typeof eventOrExpr === "string") throw new Error(`Only event objects may be used with raise; use raise({ type: "${eventOrExpr}" }) instead`);
	const resolvedEvent = typeof eventOrExpr === "function" ? eventOrExpr(args, actionParams) : eventOrExpr;
	let resolvedDelay;
	if (typeof delay === "string") {
		const configDelay = delaysMap && delaysMap[delay];
		resolvedDelay = typeof configDelay === "function" ? configDelay(args, actionParams) : configDelay;
	} else resolvedDelay = typeof delay === "function" ? delay(args, actionParams) : delay;
	if (typeof resolvedDelay !== "number") internalQueue.push(resolvedEvent);
	return [
		snapshot,
		{
			event: resolvedEvent,
			id,
			delay: resolvedDelay
		},
		void 0
	];
}
function executeRaise(actorScope, params) {
	const { event, delay, id } = params;
	if (typeof delay === "number") {
		actorScope.defer(() => {
			const self = actorScope.self;
			actorScope.system.scheduler.schedule(self, self, event, delay, id);
		});
		return;
	}
}
/**
* Raises an event. This places the event in the internal event queue, so that
* the event is immediately consumed by the machine in the current step.
*
* @param eventType The event to raise.
*/
function raise(eventOrExpr, options) {
	function raise(_args, _params) {}
	raise.type = "xstate.raise";
	raise.event = eventOrExpr;
	raise.id = options?.id;
	raise.delay = options?.delay;
	raise.resolve = resolveRaise;
	raise.execute = executeRaise;
	return raise;
}
var Mailbox, TARGETLESS_KEY, STATE_IDENTIFIER, WILDCARD, XSTATE_INIT, XSTATE_STOP, symbolObservable, idCounter, executingCustomAction, ProcessingStatus, defaultOptions, Actor, isStateId, machineSnapshotMatches, machineSnapshotHasTag, machineSnapshotCan, machineSnapshotToJSON, machineSnapshotGetMeta;
var init_raise_effbee0c_esm = __esmMin((() => {
	init_xstate_dev_esm();
	Mailbox = class {
		constructor(_process) {
			this._process = _process;
			this._active = false;
			this._current = null;
			this._last = null;
		}
		start() {
			this._active = true;
			this.flush();
		}
		clear() {
			if (this._current) {
				this._current.next = null;
				this._last = this._current;
			}
		}
		enqueue(event) {
			const enqueued = {
				value: event,
				next: null
			};
			if (this._current) {
				this._last.next = enqueued;
				this._last = enqueued;
				return;
			}
			this._current = enqueued;
			this._last = enqueued;
			if (this._active) this.flush();
		}
		flush() {
			while (this._current) {
				const consumed = this._current;
				this._process(consumed.value);
				this._current = consumed.next;
			}
			this._last = null;
		}
	};
	TARGETLESS_KEY = "";
	STATE_IDENTIFIER = "#";
	WILDCARD = "*";
	XSTATE_INIT = "xstate.init";
	XSTATE_STOP = "xstate.stop";
	symbolObservable = (() => typeof Symbol === "function" && Symbol.observable || "@@observable")();
	idCounter = 0;
	executingCustomAction = false;
	ProcessingStatus = /*#__PURE__*/ function(ProcessingStatus) {
		ProcessingStatus[ProcessingStatus["NotStarted"] = 0] = "NotStarted";
		ProcessingStatus[ProcessingStatus["Running"] = 1] = "Running";
		ProcessingStatus[ProcessingStatus["Stopped"] = 2] = "Stopped";
		return ProcessingStatus;
	}({});
	defaultOptions = {
		clock: {
			setTimeout: (fn, ms) => {
				return setTimeout(fn, ms);
			},
			clearTimeout: (id) => {
				return clearTimeout(id);
			}
		},
		logger: console.log.bind(console),
		devTools: false
	};
	Actor = class {
		/**
		* Creates a new actor instance for the given logic with the provided options,
		* if any.
		*
		* @param logic The logic to create an actor from
		* @param options Actor options
		*/
		constructor(logic, options) {
			this.logic = logic;
			/** The current internal state of the actor. */
			this._snapshot = void 0;
			/**
			* The clock that is responsible for setting and clearing timeouts, such as
			* delayed events and transitions.
			*/
			this.clock = void 0;
			this.options = void 0;
			/** The unique identifier for this actor relative to its parent. */
			this.id = void 0;
			this.mailbox = new Mailbox(this._process.bind(this));
			this.observers = /* @__PURE__ */ new Set();
			this.eventListeners = /* @__PURE__ */ new Map();
			this.logger = void 0;
			/** @internal */
			this._processingStatus = ProcessingStatus.NotStarted;
			this._parent = void 0;
			/** @internal */
			this._syncSnapshot = void 0;
			this.ref = void 0;
			this._actorScope = void 0;
			this.systemId = void 0;
			/** The globally unique process ID for this invocation. */
			this.sessionId = void 0;
			/** The system to which this actor belongs. */
			this.system = void 0;
			this._doneEvent = void 0;
			this.src = void 0;
			this._deferred = [];
			const resolvedOptions = {
				...defaultOptions,
				...options
			};
			const { clock, logger, parent, syncSnapshot, id, systemId, inspect } = resolvedOptions;
			this.system = parent ? parent.system : createSystem(this, {
				clock,
				logger
			});
			if (inspect && !parent) this.system.inspect(toObserver(inspect));
			this.sessionId = this.system._bookId();
			this.id = id ?? this.sessionId;
			this.logger = options?.logger ?? this.system._logger;
			this.clock = options?.clock ?? this.system._clock;
			this._parent = parent;
			this._syncSnapshot = syncSnapshot;
			this.options = resolvedOptions;
			this.src = resolvedOptions.src ?? logic;
			this.ref = this;
			this._actorScope = {
				self: this,
				id: this.id,
				sessionId: this.sessionId,
				logger: this.logger,
				defer: (fn) => {
					this._deferred.push(fn);
				},
				system: this.system,
				stopChild: (child) => {
					if (child._parent !== this) throw new Error(`Cannot stop child actor ${child.id} of ${this.id} because it is not a child`);
					child._stop();
				},
				emit: (emittedEvent) => {
					const listeners = this.eventListeners.get(emittedEvent.type);
					const wildcardListener = this.eventListeners.get("*");
					if (!listeners && !wildcardListener) return;
					const allListeners = [...listeners ? listeners.values() : [], ...wildcardListener ? wildcardListener.values() : []];
					for (const handler of allListeners) try {
						handler(emittedEvent);
					} catch (err) {
						reportUnhandledError(err);
					}
				},
				actionExecutor: (action) => {
					const exec = () => {
						this._actorScope.system._sendInspectionEvent({
							type: "@xstate.action",
							actorRef: this,
							action: {
								type: action.type,
								params: action.params
							}
						});
						if (!action.exec) return;
						const saveExecutingCustomAction = executingCustomAction;
						try {
							executingCustomAction = true;
							action.exec(action.info, action.params);
						} finally {
							executingCustomAction = saveExecutingCustomAction;
						}
					};
					if (this._processingStatus === ProcessingStatus.Running) exec();
					else this._deferred.push(exec);
				}
			};
			this.send = this.send.bind(this);
			this.system._sendInspectionEvent({
				type: "@xstate.actor",
				actorRef: this
			});
			if (systemId) {
				this.systemId = systemId;
				this.system._set(systemId, this);
			}
			this._initState(options?.snapshot ?? options?.state);
			if (systemId && this._snapshot.status !== "active") this.system._unregister(this);
		}
		_initState(persistedState) {
			try {
				this._snapshot = persistedState ? this.logic.restoreSnapshot ? this.logic.restoreSnapshot(persistedState, this._actorScope) : persistedState : this.logic.getInitialSnapshot(this._actorScope, this.options?.input);
			} catch (err) {
				this._snapshot = {
					status: "error",
					output: void 0,
					error: err
				};
			}
		}
		update(snapshot, event) {
			this._snapshot = snapshot;
			let deferredFn;
			while (deferredFn = this._deferred.shift()) try {
				deferredFn();
			} catch (err) {
				this._deferred.length = 0;
				this._snapshot = {
					...snapshot,
					status: "error",
					error: err
				};
			}
			switch (this._snapshot.status) {
				case "active":
					for (const observer of this.observers) try {
						observer.next?.(snapshot);
					} catch (err) {
						reportUnhandledError(err);
					}
					break;
				case "done":
					for (const observer of this.observers) try {
						observer.next?.(snapshot);
					} catch (err) {
						reportUnhandledError(err);
					}
					this._stopProcedure();
					this._complete();
					this._doneEvent = createDoneActorEvent(this.id, this._snapshot.output);
					if (this._parent) this.system._relay(this, this._parent, this._doneEvent);
					break;
				case "error": this._error(this._snapshot.error);
			}
			this.system._sendInspectionEvent({
				type: "@xstate.snapshot",
				actorRef: this,
				event,
				snapshot
			});
		}
		/**
		* Subscribe an observer to an actor’s snapshot values.
		*
		* @remarks
		* The observer will receive the actor’s snapshot value when it is emitted.
		* The observer can be:
		*
		* - A plain function that receives the latest snapshot, or
		* - An observer object whose `.next(snapshot)` method receives the latest
		*   snapshot
		*
		* @example
		*
		* ```ts
		* // Observer as a plain function
		* const subscription = actor.subscribe((snapshot) => {
		*   console.log(snapshot);
		* });
		* ```
		*
		* @example
		*
		* ```ts
		* // Observer as an object
		* const subscription = actor.subscribe({
		*   next(snapshot) {
		*     console.log(snapshot);
		*   },
		*   error(err) {
		*     // ...
		*   },
		*   complete() {
		*     // ...
		*   }
		* });
		* ```
		*
		* The return value of `actor.subscribe(observer)` is a subscription object
		* that has an `.unsubscribe()` method. You can call
		* `subscription.unsubscribe()` to unsubscribe the observer:
		*
		* @example
		*
		* ```ts
		* const subscription = actor.subscribe((snapshot) => {
		*   // ...
		* });
		*
		* // Unsubscribe the observer
		* subscription.unsubscribe();
		* ```
		*
		* When the actor is stopped, all of its observers will automatically be
		* unsubscribed.
		*
		* @param observer - Either a plain function that receives the latest
		*   snapshot, or an observer object whose `.next(snapshot)` method receives
		*   the latest snapshot
		*/
		subscribe(nextListenerOrObserver, errorListener, completeListener) {
			const observer = toObserver(nextListenerOrObserver, errorListener, completeListener);
			if (this._processingStatus !== ProcessingStatus.Stopped) this.observers.add(observer);
			else switch (this._snapshot.status) {
				case "done":
					try {
						observer.complete?.();
					} catch (err) {
						reportUnhandledError(err);
					}
					break;
				case "error": {
					const err = this._snapshot.error;
					if (!observer.error) reportUnhandledError(err);
					else try {
						observer.error(err);
					} catch (err) {
						reportUnhandledError(err);
					}
					break;
				}
			}
			return { unsubscribe: () => {
				this.observers.delete(observer);
			} };
		}
		on(type, handler) {
			let listeners = this.eventListeners.get(type);
			if (!listeners) {
				listeners = /* @__PURE__ */ new Set();
				this.eventListeners.set(type, listeners);
			}
			const wrappedHandler = handler.bind(void 0);
			listeners.add(wrappedHandler);
			return { unsubscribe: () => {
				listeners.delete(wrappedHandler);
			} };
		}
		select(selector, equalityFn = Object.is) {
			return {
				subscribe: (observerOrFn) => {
					const observer = toObserver(observerOrFn);
					let previousSelected = selector(this.getSnapshot());
					return this.subscribe((snapshot) => {
						const nextSelected = selector(snapshot);
						if (!equalityFn(previousSelected, nextSelected)) {
							previousSelected = nextSelected;
							observer.next?.(nextSelected);
						}
					});
				},
				get: () => selector(this.getSnapshot())
			};
		}
		/** Starts the Actor from the initial state */
		start() {
			if (this._processingStatus === ProcessingStatus.Running) return this;
			if (this._syncSnapshot) this.subscribe({
				next: (snapshot) => {
					if (snapshot.status === "active") this.system._relay(this, this._parent, {
						type: `xstate.snapshot.${this.id}`,
						snapshot
					});
				},
				error: () => {}
			});
			this.system._register(this.sessionId, this);
			if (this.systemId) this.system._set(this.systemId, this);
			this._processingStatus = ProcessingStatus.Running;
			const initEvent = createInitEvent(this.options.input);
			this.system._sendInspectionEvent({
				type: "@xstate.event",
				sourceRef: this._parent,
				actorRef: this,
				event: initEvent
			});
			switch (this._snapshot.status) {
				case "done":
					this.update(this._snapshot, initEvent);
					return this;
				case "error":
					this._error(this._snapshot.error);
					return this;
			}
			if (!this._parent) this.system.start();
			if (this.logic.start) try {
				this.logic.start(this._snapshot, this._actorScope);
			} catch (err) {
				this._snapshot = {
					...this._snapshot,
					status: "error",
					error: err
				};
				this._error(err);
				return this;
			}
			this.update(this._snapshot, initEvent);
			if (this.options.devTools) this.attachDevTools();
			this.mailbox.start();
			return this;
		}
		_process(event) {
			let nextState;
			let caughtError;
			try {
				nextState = this.logic.transition(this._snapshot, event, this._actorScope);
			} catch (err) {
				caughtError = { err };
			}
			if (caughtError) {
				const { err } = caughtError;
				this._snapshot = {
					...this._snapshot,
					status: "error",
					error: err
				};
				this._error(err);
				return;
			}
			this.update(nextState, event);
			if (event.type === "xstate.stop") {
				this._stopProcedure();
				this._complete();
			}
		}
		_stop() {
			if (this._processingStatus === ProcessingStatus.Stopped) return this;
			this.mailbox.clear();
			if (this._processingStatus === ProcessingStatus.NotStarted) {
				this._processingStatus = ProcessingStatus.Stopped;
				return this;
			}
			this.mailbox.enqueue({ type: XSTATE_STOP });
			return this;
		}
		/** Stops the Actor and unsubscribe all listeners. */
		stop() {
			if (this._parent) throw new Error("A non-root actor cannot be stopped directly.");
			return this._stop();
		}
		_complete() {
			for (const observer of this.observers) try {
				observer.complete?.();
			} catch (err) {
				reportUnhandledError(err);
			}
			this.observers.clear();
			this.eventListeners.clear();
		}
		_reportError(err) {
			if (!this.observers.size) {
				if (!this._parent) reportUnhandledError(err);
				this.eventListeners.clear();
				return;
			}
			let reportError = false;
			for (const observer of this.observers) {
				const errorListener = observer.error;
				reportError ||= !errorListener;
				try {
					errorListener?.(err);
				} catch (err2) {
					reportUnhandledError(err2);
				}
			}
			this.observers.clear();
			this.eventListeners.clear();
			if (reportError) reportUnhandledError(err);
		}
		_error(err) {
			this._stopProcedure();
			this._reportError(err);
			if (this._parent) this.system._relay(this, this._parent, createErrorActorEvent(this.id, err));
		}
		_stopProcedure() {
			if (this._processingStatus !== ProcessingStatus.Running) return this;
			this.system.scheduler.cancelAll(this);
			this.mailbox.clear();
			this.mailbox = new Mailbox(this._process.bind(this));
			this._processingStatus = ProcessingStatus.Stopped;
			this.system._unregister(this);
			return this;
		}
		/** @internal */
		_send(event) {
			if (this._processingStatus === ProcessingStatus.Stopped) return;
			this.mailbox.enqueue(event);
		}
		/**
		* Sends an event to the running Actor to trigger a transition.
		*
		* @param event The event to send
		*/
		send(event) {
			this.system._relay(void 0, this, event);
		}
		attachDevTools() {
			const { devTools } = this.options;
			if (devTools) (typeof devTools === "function" ? devTools : devToolsAdapter)(this);
		}
		toJSON() {
			return {
				xstate$$type: 1,
				id: this.id
			};
		}
		/**
		* Obtain the internal state of the actor, which can be persisted.
		*
		* @remarks
		* The internal state can be persisted from any actor, not only machines.
		*
		* Note that the persisted state is not the same as the snapshot from
		* {@link Actor.getSnapshot}. Persisted state represents the internal state of
		* the actor, while snapshots represent the actor's last emitted value.
		*
		* Can be restored with {@link ActorOptions.state}
		* @see https://stately.ai/docs/persistence
		*/
		getPersistedSnapshot(options) {
			return this.logic.getPersistedSnapshot(this._snapshot, options);
		}
		[symbolObservable]() {
			return this;
		}
		/**
		* Read an actor’s snapshot synchronously.
		*
		* @remarks
		* The snapshot represent an actor's last emitted value.
		*
		* When an actor receives an event, its internal state may change. An actor
		* may emit a snapshot when a state transition occurs.
		*
		* Note that some actors, such as callback actors generated with
		* `fromCallback`, will not emit snapshots.
		* @see {@link Actor.subscribe} to subscribe to an actor’s snapshot values.
		* @see {@link Actor.getPersistedSnapshot} to persist the internal state of an actor (which is more than just a snapshot).
		*/
		getSnapshot() {
			return this._snapshot;
		}
	};
	isStateId = (str) => str[0] === STATE_IDENTIFIER;
	machineSnapshotMatches = function matches(testValue) {
		return matchesState(testValue, this.value);
	};
	machineSnapshotHasTag = function hasTag(tag) {
		return this.tags.has(tag);
	};
	machineSnapshotCan = function can(event) {
		const transitionData = this.machine.getTransitionData(this, event);
		return !!transitionData?.length && transitionData.some((t) => t.target !== void 0 || t.actions.length);
	};
	machineSnapshotToJSON = function toJSON() {
		const { _nodes: nodes, tags, machine, getMeta, toJSON, can, hasTag, matches, ...jsonValues } = this;
		return {
			...jsonValues,
			tags: Array.from(tags)
		};
	};
	machineSnapshotGetMeta = function getMeta() {
		return this._nodes.reduce((acc, stateNode) => {
			if (stateNode.meta !== void 0) acc[stateNode.id] = stateNode.meta;
			return acc;
		}, {});
	};
}));
// ../../work/main/node_modules/xstate/dist/assign-1f0d7720.esm.js
function createSpawner(actorScope, { machine, context }, event, spawnedChildren) {
	const spawn = (src, options) => {
		if (typeof src === "string") {
			const logic = resolveReferencedActor(machine, src);
			if (!logic) throw new Error(`Actor logic '${src}' not implemented in machine '${machine.id}'`);
			const actorRef = createActor(logic, {
				id: options?.id,
				parent: actorScope.self,
				syncSnapshot: options?.syncSnapshot,
				input: typeof options?.input === "function" ? options.input({
					context,
					event,
					self: actorScope.self
				}) : options?.input,
				src,
				systemId: options?.systemId
			});
			spawnedChildren[actorRef.id] = actorRef;
			return actorRef;
		} else return createActor(src, {
			id: options?.id,
			parent: actorScope.self,
			syncSnapshot: options?.syncSnapshot,
			input: options?.input,
			src,
			systemId: options?.systemId
		});
	};
	return (src, options) => {
		const actorRef = spawn(src, options);
		spawnedChildren[actorRef.id] = actorRef;
		actorScope.defer(() => {
			if (actorRef._processingStatus === ProcessingStatus.Stopped) return;
			actorRef.start();
		});
		return actorRef;
	};
}
function resolveAssign(actorScope, snapshot, actionArgs, actionParams, { assignment }) {
	if (!snapshot.context) throw new Error("Cannot assign to undefined `context`. Ensure that `context` is defined in the machine config.");
	const spawnedChildren = {};
	const assignArgs = {
		context: snapshot.context,
		event: actionArgs.event,
		spawn: createSpawner(actorScope, snapshot, actionArgs.event, spawnedChildren),
		self: actorScope.self,
		system: actorScope.system
	};
	let partialUpdate = {};
	if (typeof assignment === "function") partialUpdate = assignment(assignArgs, actionParams);
	else for (const key of Object.keys(assignment)) {
		const propAssignment = assignment[key];
		partialUpdate[key] = typeof propAssignment === "function" ? propAssignment(assignArgs, actionParams) : propAssignment;
	}
	return [
		cloneMachineSnapshot(snapshot, {
			context: Object.assign({}, snapshot.context, partialUpdate),
			children: Object.keys(spawnedChildren).length ? {
				...snapshot.children,
				...spawnedChildren
			} : snapshot.children
		}),
		void 0,
		void 0
	];
}
/**
* Updates the current context of the machine.
*
* @example
*
* ```ts
* import { createMachine, assign } from 'xstate';
*
* const countMachine = createMachine({
*   context: {
*     count: 0,
*     message: ''
*   },
*   on: {
*     inc: {
*       actions: assign({
*         count: ({ context }) => context.count + 1
*       })
*     },
*     updateMessage: {
*       actions: assign(({ context, event }) => {
*         return {
*           message: event.message.trim()
*         };
*       })
*     }
*   }
* });
* ```
*
* @param assignment An object that represents the partial context to update, or
*   a function that returns an object that represents the partial context to
*   update.
*/
function assign(assignment) {
	function assign(_args, _params) {}
	assign.type = "xstate.assign";
	assign.assignment = assignment;
	assign.resolve = resolveAssign;
	return assign;
}
var init_assign_1f0d7720_esm = __esmMin((() => {
	init_raise_effbee0c_esm();
}));
// ../../work/main/node_modules/xstate/dist/StateMachine-ae06a22b.esm.js
function memo(object, key, fn) {
	let memoizedData = cache.get(object);
	if (!memoizedData) {
		memoizedData = { [key]: fn() };
		cache.set(object, memoizedData);
	} else if (!(key in memoizedData)) memoizedData[key] = fn();
	return memoizedData[key];
}
var cache, EMPTY_OBJECT, toSerializableAction, StateNode, StateMachine;
var init_StateMachine_ae06a22b_esm = __esmMin((() => {
	init_raise_effbee0c_esm();
	init_assign_1f0d7720_esm();
	cache = /* @__PURE__ */ new WeakMap();
	EMPTY_OBJECT = {};
	toSerializableAction = (action) => {
		if (typeof action === "string") return { type: action };
		if (typeof action === "function") {
			if ("resolve" in action) return { type: action.type };
			return { type: action.name };
		}
		return action;
	};
	StateNode = class StateNode {
		constructor(config, options) {
			this.config = config;
			/**
			* The relative key of the state node, which represents its location in the
			* overall state value.
			*/
			this.key = void 0;
			/** The unique ID of the state node. */
			this.id = void 0;
			/**
			* The type of this state node:
			*
			* - `'atomic'` - no child state nodes
			* - `'compound'` - nested child state nodes (XOR)
			* - `'parallel'` - orthogonal nested child state nodes (AND)
			* - `'history'` - history state node
			* - `'final'` - final state node
			*/
			this.type = void 0;
			/** The string path from the root machine node to this node. */
			this.path = void 0;
			/** The child state nodes. */
			this.states = void 0;
			/**
			* The type of history on this state node. Can be:
			*
			* - `'shallow'` - recalls only top-level historical state value
			* - `'deep'` - recalls historical state value at all levels
			*/
			this.history = void 0;
			/** The action(s) to be executed upon entering the state node. */
			this.entry = void 0;
			/** The action(s) to be executed upon exiting the state node. */
			this.exit = void 0;
			/** The parent state node. */
			this.parent = void 0;
			/** The root machine node. */
			this.machine = void 0;
			/**
			* The meta data associated with this state node, which will be returned in
			* State instances.
			*/
			this.meta = void 0;
			/**
			* The output data sent with the "xstate.done.state._id_" event if this is a
			* final state node.
			*/
			this.output = void 0;
			/**
			* The order this state node appears. Corresponds to the implicit document
			* order.
			*/
			this.order = -1;
			this.description = void 0;
			this.tags = [];
			this.transitions = void 0;
			this.always = void 0;
			this.parent = options._parent;
			this.key = options._key;
			this.machine = options._machine;
			this.path = this.parent ? this.parent.path.concat(this.key) : [];
			this.id = this.config.id || [this.machine.id, ...this.path].join(".");
			this.type = this.config.type || (this.config.states && Object.keys(this.config.states).length ? "compound" : this.config.history ? "history" : "atomic");
			this.description = this.config.description;
			this.order = this.machine.idMap.size;
			this.machine.idMap.set(this.id, this);
			this.states = this.config.states ? mapValues(this.config.states, (stateConfig, key) => {
				return new StateNode(stateConfig, {
					_parent: this,
					_key: key,
					_machine: this.machine
				});
			}) : EMPTY_OBJECT;
			if (this.type === "compound" && !this.config.initial) throw new Error(`No initial state specified for compound state node "#${this.id}". Try adding { initial: "${Object.keys(this.states)[0]}" } to the state config.`);
			this.history = this.config.history === true ? "shallow" : this.config.history || false;
			this.entry = toArray(this.config.entry).slice();
			this.exit = toArray(this.config.exit).slice();
			this.meta = this.config.meta;
			this.output = this.type === "final" || !this.parent ? this.config.output : void 0;
			this.tags = toArray(config.tags).slice();
		}
		/** @internal */
		_initialize() {
			this.transitions = formatTransitions(this);
			if (this.config.always) this.always = toTransitionConfigArray(this.config.always).map((t) => formatTransition(this, "", t));
			Object.keys(this.states).forEach((key) => {
				this.states[key]._initialize();
			});
		}
		/** The well-structured state node definition. */
		get definition() {
			return {
				id: this.id,
				key: this.key,
				version: this.machine.version,
				type: this.type,
				initial: this.initial ? {
					target: this.initial.target,
					source: this,
					actions: this.initial.actions.map(toSerializableAction),
					eventType: null,
					reenter: false,
					meta: this.initial.meta,
					description: this.initial.description,
					toJSON: () => ({
						target: this.initial.target.map((t) => `#${t.id}`),
						source: `#${this.id}`,
						actions: this.initial.actions.map(toSerializableAction),
						eventType: null,
						meta: this.initial.meta,
						description: this.initial.description
					})
				} : void 0,
				history: this.history,
				states: mapValues(this.states, (state) => state.definition),
				on: this.on,
				transitions: [...this.transitions.values()].flat().map((t) => ({
					...t,
					actions: t.actions.map(toSerializableAction)
				})),
				entry: this.entry.map(toSerializableAction),
				exit: this.exit.map(toSerializableAction),
				meta: this.meta,
				order: this.order || -1,
				output: this.output,
				invoke: this.invoke,
				description: this.description,
				tags: this.tags
			};
		}
		/** @internal */
		toJSON() {
			return this.definition;
		}
		/** The logic invoked as actors by this state node. */
		get invoke() {
			return memo(this, "invoke", () => toArray(this.config.invoke).map((invokeConfig, i) => {
				const { src, systemId } = invokeConfig;
				const resolvedId = invokeConfig.id ?? createInvokeId(this.id, i);
				const sourceName = typeof src === "string" ? src : `xstate.invoke.${createInvokeId(this.id, i)}`;
				return {
					...invokeConfig,
					src: sourceName,
					id: resolvedId,
					systemId,
					toJSON() {
						const { onDone, onError, ...invokeDefValues } = invokeConfig;
						return {
							...invokeDefValues,
							type: "xstate.invoke",
							src: sourceName,
							id: resolvedId
						};
					}
				};
			}));
		}
		/** The mapping of events to transitions. */
		get on() {
			return memo(this, "on", () => {
				return [...this.transitions].flatMap(([descriptor, t]) => t.map((t) => [descriptor, t])).reduce((map, [descriptor, transition]) => {
					map[descriptor] = map[descriptor] || [];
					map[descriptor].push(transition);
					return map;
				}, {});
			});
		}
		get after() {
			return memo(this, "delayedTransitions", () => getDelayedTransitions(this));
		}
		get initial() {
			return memo(this, "initial", () => formatInitialTransition(this, this.config.initial));
		}
		/** @internal */
		next(snapshot, event) {
			const eventType = event.type;
			const actions = [];
			let selectedTransition;
			const candidates = memo(this, `candidates-${eventType}`, () => getCandidates(this, eventType));
			for (const candidate of candidates) {
				const { guard } = candidate;
				const resolvedContext = snapshot.context;
				let guardPassed = false;
				try {
					guardPassed = !guard || evaluateGuard(guard, resolvedContext, event, snapshot);
				} catch (err) {
					const guardType = typeof guard === "string" ? guard : typeof guard === "object" ? guard.type : void 0;
					throw new Error(`Unable to evaluate guard ${guardType ? `'${guardType}' ` : ""}in transition for event '${eventType}' in state node '${this.id}':\n${err.message}`);
				}
				if (guardPassed) {
					actions.push(...candidate.actions);
					selectedTransition = candidate;
					break;
				}
			}
			return selectedTransition ? [selectedTransition] : void 0;
		}
		/** All the event types accepted by this state node and its descendants. */
		get events() {
			return memo(this, "events", () => {
				const { states } = this;
				const events = new Set(this.ownEvents);
				if (states) for (const stateId of Object.keys(states)) {
					const state = states[stateId];
					if (state.states) for (const event of state.events) events.add(`${event}`);
				}
				return Array.from(events);
			});
		}
		/**
		* All the events that have transitions directly from this state node.
		*
		* Excludes any inert events.
		*/
		get ownEvents() {
			const keys = Object.keys(Object.fromEntries(this.transitions));
			const events = new Set(keys.filter((descriptor) => {
				return this.transitions.get(descriptor).some((transition) => !(!transition.target && !transition.actions.length && !transition.reenter));
			}));
			return Array.from(events);
		}
	};
	StateMachine = class StateMachine {
		constructor(config, implementations) {
			this.config = config;
			/** The machine's own version. */
			this.version = void 0;
			this.schemas = void 0;
			this.implementations = void 0;
			/** Runtime options for machine execution. */
			this.options = void 0;
			/** @internal */
			this.__xstatenode = true;
			/** @internal */
			this.idMap = /* @__PURE__ */ new Map();
			this.root = void 0;
			this.id = void 0;
			this.states = void 0;
			this.events = void 0;
			this.id = config.id || "(machine)";
			this.implementations = {
				actors: implementations?.actors ?? {},
				actions: implementations?.actions ?? {},
				delays: implementations?.delays ?? {},
				guards: implementations?.guards ?? {}
			};
			this.version = this.config.version;
			this.schemas = this.config.schemas;
			this.options = {
				maxIterations: Infinity,
				...this.config.options
			};
			this.transition = this.transition.bind(this);
			this.getInitialSnapshot = this.getInitialSnapshot.bind(this);
			this.getPersistedSnapshot = this.getPersistedSnapshot.bind(this);
			this.restoreSnapshot = this.restoreSnapshot.bind(this);
			this.start = this.start.bind(this);
			this.root = new StateNode(config, {
				_key: this.id,
				_machine: this
			});
			this.root._initialize();
			formatRouteTransitions(this.root);
			this.states = this.root.states;
			this.events = this.root.events;
		}
		/**
		* Clones this state machine with the provided implementations.
		*
		* @param implementations Options (`actions`, `guards`, `actors`, `delays`) to
		*   recursively merge with the existing options.
		* @returns A new `StateMachine` instance with the provided implementations.
		*/
		provide(implementations) {
			const { actions, guards, actors, delays } = this.implementations;
			return new StateMachine(this.config, {
				actions: {
					...actions,
					...implementations.actions
				},
				guards: {
					...guards,
					...implementations.guards
				},
				actors: {
					...actors,
					...implementations.actors
				},
				delays: {
					...delays,
					...implementations.delays
				}
			});
		}
		resolveState(config) {
			const resolvedStateValue = resolveStateValue(this.root, config.value);
			const nodeSet = getAllStateNodes(getStateNodes(this.root, resolvedStateValue));
			return createMachineSnapshot({
				_nodes: [...nodeSet],
				context: config.context || {},
				children: {},
				status: isInFinalState(nodeSet, this.root) ? "done" : config.status || "active",
				output: config.output,
				error: config.error,
				historyValue: config.historyValue
			}, this);
		}
		/**
		* Determines the next snapshot given the current `snapshot` and received
		* `event`. Calculates a full macrostep from all microsteps.
		*
		* @param snapshot The current snapshot
		* @param event The received event
		*/
		transition(snapshot, event, actorScope) {
			return macrostep(snapshot, event, actorScope, []).snapshot;
		}
		/**
		* Determines the next state given the current `state` and `event`. Calculates
		* a microstep.
		*
		* @param state The current state
		* @param event The received event
		*/
		microstep(snapshot, event, actorScope) {
			return macrostep(snapshot, event, actorScope, []).microsteps.map(([s]) => s);
		}
		getTransitionData(snapshot, event) {
			return transitionNode(this.root, snapshot.value, snapshot, event) || [];
		}
		/**
		* The initial state _before_ evaluating any microsteps. This "pre-initial"
		* state is provided to initial actions executed in the initial state.
		*
		* @internal
		*/
		_getPreInitialState(actorScope, initEvent, internalQueue) {
			const { context } = this.config;
			const preInitial = createMachineSnapshot({
				context: typeof context !== "function" && context ? context : {},
				_nodes: [this.root],
				children: {},
				status: "active"
			}, this);
			if (typeof context === "function") {
				const assignment = ({ spawn, event, self }) => context({
					spawn,
					input: event.input,
					self
				});
				return resolveActionsAndContext(preInitial, initEvent, actorScope, [assign(assignment)], internalQueue, void 0);
			}
			return preInitial;
		}
		/**
		* Returns the initial `State` instance, with reference to `self` as an
		* `ActorRef`.
		*/
		getInitialSnapshot(actorScope, input) {
			const initEvent = createInitEvent(input);
			const internalQueue = [];
			let snapshot = createMachineSnapshot({
				context: typeof this.config.context !== "function" && this.config.context ? this.config.context : {},
				_nodes: [this.root],
				children: {},
				status: "active"
			}, this);
			try {
				snapshot = this._getPreInitialState(actorScope, initEvent, internalQueue);
				const [nextState] = initialMicrostep(this.root, snapshot, actorScope, initEvent, internalQueue);
				const { snapshot: macroState } = macrostep(nextState, initEvent, actorScope, internalQueue);
				return macroState;
			} catch (error) {
				return cloneMachineSnapshot(snapshot, {
					status: "error",
					error
				});
			}
		}
		start(snapshot) {
			Object.values(snapshot.children).forEach((child) => {
				if (child.getSnapshot().status === "active") child.start();
			});
		}
		getStateNodeById(stateId) {
			const fullPath = toStatePath(stateId);
			const relativePath = fullPath.slice(1);
			const resolvedStateId = isStateId(fullPath[0]) ? fullPath[0].slice(1) : fullPath[0];
			const stateNode = this.idMap.get(resolvedStateId);
			if (!stateNode) throw new Error(`Child state node '#${resolvedStateId}' does not exist on machine '${this.id}'`);
			return getStateNodeByPath(stateNode, relativePath);
		}
		get definition() {
			return this.root.definition;
		}
		toJSON() {
			return this.definition;
		}
		getPersistedSnapshot(snapshot, options) {
			return getPersistedSnapshot(snapshot, options);
		}
		restoreSnapshot(snapshot, _actorScope) {
			const children = {};
			const snapshotChildren = snapshot.children;
			Object.keys(snapshotChildren).forEach((actorId) => {
				const actorData = snapshotChildren[actorId];
				const childState = actorData.snapshot;
				const src = actorData.src;
				const logic = typeof src === "string" ? resolveReferencedActor(this, src) : src;
				if (!logic) return;
				const actorRef = createActor(logic, {
					id: actorId,
					parent: _actorScope.self,
					syncSnapshot: actorData.syncSnapshot,
					snapshot: childState,
					src,
					systemId: actorData.systemId
				});
				children[actorId] = actorRef;
			});
			function resolveHistoryReferencedState(root, referenced) {
				if (referenced instanceof StateNode) return referenced;
				try {
					return root.machine.getStateNodeById(referenced.id);
				} catch {}
			}
			function reviveHistoryValue(root, historyValue) {
				if (!historyValue || typeof historyValue !== "object") return {};
				const revived = {};
				for (const key in historyValue) {
					const arr = historyValue[key];
					for (const item of arr) {
						const resolved = resolveHistoryReferencedState(root, item);
						if (!resolved) continue;
						revived[key] ??= [];
						revived[key].push(resolved);
					}
				}
				return revived;
			}
			const revivedHistoryValue = reviveHistoryValue(this.root, snapshot.historyValue);
			const restoredSnapshot = createMachineSnapshot({
				...snapshot,
				children,
				_nodes: Array.from(getAllStateNodes(getStateNodes(this.root, snapshot.value))),
				historyValue: revivedHistoryValue
			}, this);
			const seen = /* @__PURE__ */ new Set();
			function reviveContext(contextPart, children) {
				if (seen.has(contextPart)) return;
				seen.add(contextPart);
				for (const key in contextPart) {
					const value = contextPart[key];
					if (value && typeof value === "object") {
						if ("xstate$$type" in value && value.xstate$$type === 1) {
							contextPart[key] = children[value.id];
							continue;
						}
						reviveContext(value, children);
					}
				}
			}
			reviveContext(restoredSnapshot.context, children);
			return restoredSnapshot;
		}
	};
}));
// ../../work/main/node_modules/xstate/dist/log-6a5e50a8.esm.js
function resolveEmit(_, snapshot, args, actionParams, { event: eventOrExpr }) {
	return [
		snapshot,
		{ event: typeof eventOrExpr === "function" ? eventOrExpr(args, actionParams) : eventOrExpr },
		void 0
	];
}
function executeEmit(actorScope, { event }) {
	actorScope.defer(() => actorScope.emit(event));
}
/**
* Emits an event to event handlers registered on the actor via `actor.on(event,
* handler)`.
*
* @example
*
* ```ts
* import { emit } from 'xstate';
*
* const machine = createMachine({
*   // ...
*   on: {
*     something: {
*       actions: emit({
*         type: 'emitted',
*         some: 'data'
*       })
*     }
*   }
*   // ...
* });
*
* const actor = createActor(machine).start();
*
* actor.on('emitted', (event) => {
*   console.log(event);
* });
*
* actor.send({ type: 'something' });
* // logs:
* // {
* //   type: 'emitted',
* //   some: 'data'
* // }
* ```
*/
function emit(eventOrExpr) {
	function emit(_args, _params) {}
	emit.type = "xstate.emit";
	emit.event = eventOrExpr;
	emit.resolve = resolveEmit;
	emit.execute = executeEmit;
	return emit;
}
/** @deprecated Use `AnyActor` instead. */
/** @deprecated Use `Actor<T>` instead. */
/**
* Represents logic which can be used by an actor.
*
* @template TSnapshot - The type of the snapshot.
* @template TEvent - The type of the event object.
* @template TInput - The type of the input.
* @template TSystem - The type of the actor system.
*/
/** @deprecated */
function resolveSendTo(actorScope, snapshot, args, actionParams, { to, event: eventOrExpr, id, delay }, extra) {
	const delaysMap = snapshot.machine.implementations.delays;
	if (typeof eventOrExpr === "string") throw new Error(`Only event objects may be used with sendTo; use sendTo({ type: "${eventOrExpr}" }) instead`);
	const resolvedEvent = typeof eventOrExpr === "function" ? eventOrExpr(args, actionParams) : eventOrExpr;
	let resolvedDelay;
	if (typeof delay === "string") {
		const configDelay = delaysMap && delaysMap[delay];
		resolvedDelay = typeof configDelay === "function" ? configDelay(args, actionParams) : configDelay;
	} else resolvedDelay = typeof delay === "function" ? delay(args, actionParams) : delay;
	const resolvedTarget = typeof to === "function" ? to(args, actionParams) : to;
	let targetActorRef;
	if (typeof resolvedTarget === "string") {
		if (resolvedTarget === SpecialTargets.Parent) targetActorRef = actorScope.self._parent;
		else if (resolvedTarget === SpecialTargets.Internal) targetActorRef = actorScope.self;
		else if (resolvedTarget.startsWith("#_")) targetActorRef = snapshot.children[resolvedTarget.slice(2)];
		else targetActorRef = extra.deferredActorIds?.includes(resolvedTarget) ? resolvedTarget : snapshot.children[resolvedTarget];
		if (!targetActorRef) throw new Error(`Unable to send event to actor '${resolvedTarget}' from machine '${snapshot.machine.id}'.`);
	} else targetActorRef = resolvedTarget || actorScope.self;
	return [
		snapshot,
		{
			to: targetActorRef,
			targetId: typeof resolvedTarget === "string" ? resolvedTarget : void 0,
			event: resolvedEvent,
			id,
			delay: resolvedDelay
		},
		void 0
	];
}
function retryResolveSendTo(_, snapshot, params) {
	if (typeof params.to === "string") params.to = snapshot.children[params.to];
}
function executeSendTo(actorScope, params) {
	actorScope.defer(() => {
		const { to, event, delay, id } = params;
		if (typeof delay === "number") {
			actorScope.system.scheduler.schedule(actorScope.self, to, event, delay, id);
			return;
		}
		actorScope.system._relay(actorScope.self, to, event.type === "xstate.error" ? createErrorActorEvent(actorScope.self.id, event.data) : event);
	});
}
/**
* Sends an event to an actor.
*
* @param actor The `ActorRef` to send the event to.
* @param event The event to send, or an expression that evaluates to the event
*   to send
* @param options Send action options
*
*   - `id` - The unique send event identifier (used with `cancel()`).
*   - `delay` - The number of milliseconds to delay the sending of the event.
*/
function sendTo(to, eventOrExpr, options) {
	function sendTo(_args, _params) {}
	sendTo.type = "xstate.sendTo";
	sendTo.to = to;
	sendTo.event = eventOrExpr;
	sendTo.id = options?.id;
	sendTo.delay = options?.delay;
	sendTo.resolve = resolveSendTo;
	sendTo.retryResolve = retryResolveSendTo;
	sendTo.execute = executeSendTo;
	return sendTo;
}
/**
* Sends an event to this machine's parent.
*
* @param event The event to send to the parent machine.
* @param options Options to pass into the send event.
*/
function sendParent(event, options) {
	return sendTo(SpecialTargets.Parent, event, options);
}
function resolveEnqueueActions(actorScope, snapshot, args, actionParams, { collect }) {
	const actions = [];
	const enqueue = function enqueue(action) {
		actions.push(action);
	};
	enqueue.assign = (...args) => {
		actions.push(assign(...args));
	};
	enqueue.cancel = (...args) => {
		actions.push(cancel(...args));
	};
	enqueue.raise = (...args) => {
		actions.push(raise(...args));
	};
	enqueue.sendTo = (...args) => {
		actions.push(sendTo(...args));
	};
	enqueue.sendParent = (...args) => {
		actions.push(sendParent(...args));
	};
	enqueue.spawnChild = (...args) => {
		actions.push(spawnChild(...args));
	};
	enqueue.stopChild = (...args) => {
		actions.push(stopChild(...args));
	};
	enqueue.emit = (...args) => {
		actions.push(emit(...args));
	};
	collect({
		context: args.context,
		event: args.event,
		enqueue,
		check: (guard) => evaluateGuard(guard, snapshot.context, args.event, snapshot),
		self: actorScope.self,
		system: actorScope.system
	}, actionParams);
	return [
		snapshot,
		void 0,
		actions
	];
}
/**
* Creates an action object that will execute actions that are queued by the
* `enqueue(action)` function.
*
* @example
*
* ```ts
* import { createMachine, enqueueActions } from 'xstate';
*
* const machine = createMachine({
*   entry: enqueueActions(({ enqueue, check }) => {
*     enqueue.assign({ count: 0 });
*
*     if (check('someGuard')) {
*       enqueue.assign({ count: 1 });
*     }
*
*     enqueue('someAction');
*   })
* });
* ```
*/
function enqueueActions(collect) {
	function enqueueActions(_args, _params) {}
	enqueueActions.type = "xstate.enqueueActions";
	enqueueActions.collect = collect;
	enqueueActions.resolve = resolveEnqueueActions;
	return enqueueActions;
}
function resolveLog(_, snapshot, actionArgs, actionParams, { value, label }) {
	return [
		snapshot,
		{
			value: typeof value === "function" ? value(actionArgs, actionParams) : value,
			label
		},
		void 0
	];
}
function executeLog({ logger }, { value, label }) {
	if (label) logger(label, value);
	else logger(value);
}
/**
* @param expr The expression function to evaluate which will be logged. Takes
*   in 2 arguments:
*
*   - `ctx` - the current state context
*   - `event` - the event that caused this action to be executed.
*
* @param label The label to give to the logged expression.
*/
function log(value = ({ context, event }) => ({
	context,
	event
}), label) {
	function log(_args, _params) {}
	log.type = "xstate.log";
	log.value = value;
	log.label = label;
	log.resolve = resolveLog;
	log.execute = executeLog;
	return log;
}
var SpecialTargets;
var init_log_6a5e50a8_esm = __esmMin((() => {
	init_raise_effbee0c_esm();
	init_assign_1f0d7720_esm();
	SpecialTargets = /*#__PURE__*/ function(SpecialTargets) {
		SpecialTargets["Parent"] = "#_parent";
		SpecialTargets["Internal"] = "#_internal";
		return SpecialTargets;
	}({});
}));
// ../../work/main/node_modules/xstate/dist/xstate.esm.js
/**
* Creates a state machine (statechart) with the given configuration.
*
* The state machine represents the pure logic of a state machine actor.
*
* @example
*
* ```ts
* import { createMachine } from 'xstate';
*
* const lightMachine = createMachine({
*   id: 'light',
*   initial: 'green',
*   states: {
*     green: {
*       on: {
*         TIMER: { target: 'yellow' }
*       }
*     },
*     yellow: {
*       on: {
*         TIMER: { target: 'red' }
*       }
*     },
*     red: {
*       on: {
*         TIMER: { target: 'green' }
*       }
*     }
*   }
* });
*
* const lightActor = createActor(lightMachine);
* lightActor.start();
*
* lightActor.send({ type: 'TIMER' });
* ```
*
* @param config The state machine configuration.
* @param options DEPRECATED: use `setup({ ... })` or `machine.provide({ ... })`
*   to provide machine implementations instead.
*/
function createMachine(config, implementations) {
	return new StateMachine(config, implementations);
}
function setup({ schemas, actors, actions, guards, delays }) {
	return {
		assign,
		sendTo,
		raise,
		log,
		cancel,
		stopChild,
		enqueueActions,
		emit,
		spawnChild,
		createStateConfig: (config) => config,
		createAction: (fn) => fn,
		createMachine: (config) => createMachine({
			...config,
			schemas
		}, {
			actors,
			actions,
			guards,
			delays
		}),
		extend: (extended) => setup({
			schemas,
			actors,
			actions: {
				...actions,
				...extended.actions
			},
			guards: {
				...guards,
				...extended.guards
			},
			delays: {
				...delays,
				...extended.delays
			}
		})
	};
}
var init_xstate_esm = __esmMin((() => {
	init_raise_effbee0c_esm();
	init_xstate_dev_esm();
	init_StateMachine_ae06a22b_esm();
	init_assign_1f0d7720_esm();
	init_log_6a5e50a8_esm();
}));
// core/lifecycle/attempt-chart.ts
var ATTEMPT_EVENTS, nothing$2, late, chartAttempt;
var init_attempt_chart = __esmMin((() => {
	init_xstate_esm();
	ATTEMPT_EVENTS = [
		"returned.success",
		"returned.error",
		"timeout.passed",
		"abandoned"
	];
	nothing$2 = () => {};
	late = {
		"returned.success": { actions: ["ignoreResult"] },
		"returned.error": { actions: ["ignoreResult"] }
	};
	chartAttempt = (semantics) => setup({
		types: {
			context: {},
			events: {},
			input: {}
		},
		guards: {
			/** Nobody can tell whether a call that is not idempotent took effect (discipline 4). */
			leavesUncertainty: ({ context }) => !context.idempotent,
			hidesEffect: ({ context, event }) => !context.idempotent && event.type === "returned.error" && semantics.hidesEffect(event.class)
		},
		actions: {
			deliverSuccess: nothing$2,
			deliverError: nothing$2,
			deliverTimeout: nothing$2,
			ignoreResult: nothing$2
		}
	}).createMachine({
		id: "attempt",
		context: ({ input }) => input,
		initial: "open",
		states: {
			open: { on: {
				"returned.success": {
					target: "succeeded",
					actions: ["deliverSuccess"]
				},
				"returned.error": [{
					guard: "hidesEffect",
					target: "uncertain_side_effect",
					actions: ["deliverError"]
				}, {
					target: "failed",
					actions: ["deliverError"]
				}],
				"timeout.passed": [{
					guard: "leavesUncertainty",
					target: "uncertain_side_effect",
					actions: ["deliverTimeout"]
				}, {
					target: "timed_out",
					actions: ["deliverTimeout"]
				}],
				abandoned: { target: "cancelled" }
			} },
			succeeded: { on: late },
			failed: { on: late },
			timed_out: { on: late },
			uncertain_side_effect: { on: late },
			cancelled: { on: late }
		}
	});
}));
// core/lifecycle/harness.ts
var hasAttemptsLeft$1, retriesClass, harnessSemantics;
var init_harness = __esmMin((() => {
	hasAttemptsLeft$1 = ({ retry, idempotent, attempt, spent }) => retry !== null && idempotent && attempt - spent < retry.maxAttempts;
	retriesClass = ({ retry }, errorClass) => retry !== null && (retry.retryOn === null || retry.retryOn.includes(errorClass));
	harnessSemantics = {
		/** §6.2.1: a RUNNING step is cancelled only if it is idempotent. */
		isCancellable: ({ context }) => context.idempotent,
		isDiscarded: ({ context }) => context.discarded,
		isDiscardedAndSkipsOnTimeout: ({ context }) => context.discarded && context.onTimeout === "skip",
		/** §8.2: at the first timeout, attempts left or not. */
		skipsOnTimeout: ({ context }) => context.onTimeout === "skip",
		mayRetryFailure: ({ context, event }) => event.type === "failed" && hasAttemptsLeft$1(context) && retriesClass(context, event.class),
		/** §8.2: `retry` overrides `retryOn`, never the number of attempts (Q5). */
		mayRetryTimeout: ({ context }) => hasAttemptsLeft$1(context) && (context.onTimeout === "retry" || retriesClass(context, "timeout")),
		/** §8.3: never again by itself, whatever anybody says. */
		mayRepeat: () => false
	};
}));
// core/lifecycle/baseline.ts
var hasAttemptsLeft, isRetried, baselineSemantics;
var init_baseline = __esmMin((() => {
	init_error_class();
	init_harness();
	hasAttemptsLeft = ({ retry, attempt, spent }) => retry !== null && attempt - spent < retry.maxAttempts;
	isRetried = (context, errorClass, retryable) => {
		const retryOn = context.retry?.retryOn ?? null;
		if (retryOn !== null) return retryOn.includes(errorClass);
		return retryable ?? isRetryableByDefault(errorClass);
	};
	baselineSemantics = {
		...harnessSemantics,
		mayRetryFailure: ({ context, event }) => event.type === "failed" && context.idempotent && hasAttemptsLeft(context) && isRetried(context, event.class, event.retryable),
		mayRetryTimeout: ({ context }) => context.idempotent && hasAttemptsLeft(context) && isRetried(context, "timeout", null),
		/** Discipline 4: once it is known that nothing happened, it may be sent again. */
		mayRepeat: ({ context }) => hasAttemptsLeft(context)
	};
}));
// core/lifecycle/compile.ts
var stateIndex, eventIndex, choose, refuse$1, compileChart, refuseUnsupported, compileGuard, compileTarget, compileActions, compileAssignment;
var init_compile = __esmMin((() => {
	stateIndex = (table, name) => {
		const index = table.states.indexOf(name);
		if (index < 0) throw new Error(`no state ${name} in this table`);
		return index;
	};
	eventIndex = (table, name) => {
		const index = table.events.indexOf(name);
		if (index < 0) throw new Error(`no event ${name} in this table`);
		return index;
	};
	choose = (table, state, event, context, payload) => {
		const candidates = table.cells[state * table.events.length + event];
		if (candidates === null || candidates === void 0) return null;
		for (let index = 0; index < candidates.length; index += 1) {
			const candidate = candidates[index];
			if (candidate.guard === null || candidate.guard({
				context,
				event: payload
			})) return candidate;
		}
		return null;
	};
	refuse$1 = (chart, state, what) => {
		throw new Error(`chart ${chart}, state ${state}: a table can't hold ${what}`);
	};
	compileChart = (machine, known = []) => {
		const root = machine.root;
		const states = Object.values(root.states);
		const names = states.map((state) => state.key);
		const events = [...known];
		for (const state of states) for (const type of state.transitions.keys()) if (!events.includes(type)) events.push(type);
		const compileTransition = (state, raw) => {
			return {
				guard: compileGuard(machine, state.key, raw.guard),
				target: compileTarget(machine, state.key, names, raw),
				...compileActions(machine, state.key, raw)
			};
		};
		const cells = states.flatMap((state) => {
			refuseUnsupported(machine.id, state);
			return events.map((event) => {
				const raw = state.transitions.get(event);
				return raw === void 0 ? null : raw.map((each) => compileTransition(state, each));
			});
		});
		return {
			states: names,
			events,
			initial: names.indexOf(String(machine.config.initial)),
			cells
		};
	};
	refuseUnsupported = (chart, state) => {
		if (state.type !== "atomic") refuse$1(chart, state.key, `a state of type ${state.type}`);
		if (state.after.length > 0) refuse$1(chart, state.key, "delays");
		if (state.entry.length > 0 || state.exit.length > 0) refuse$1(chart, state.key, "entry or exit actions");
		if (state.invoke.length > 0) refuse$1(chart, state.key, "actors");
		if (state.always !== void 0 && state.always.length > 0) refuse$1(chart, state.key, "eventless transitions");
	};
	compileGuard = (machine, state, guard) => {
		if (guard === void 0) return null;
		if (typeof guard !== "string") return refuse$1(machine.id, state, "a guard without a name");
		const found = machine.implementations.guards[guard];
		if (typeof found !== "function") return refuse$1(machine.id, state, `the unknown guard ${guard}`);
		return found;
	};
	compileTarget = (machine, state, names, raw) => {
		if (raw.target === void 0 || raw.target.length === 0) return -1;
		const target = names.indexOf(raw.target[0]?.key ?? "");
		if (raw.target.length > 1 || target < 0) refuse$1(machine.id, state, "that target");
		if (names[target] === state) refuse$1(machine.id, state, "a transition to itself");
		return target;
	};
	compileActions = (machine, state, raw) => {
		const actions = [];
		const assignments = [];
		for (const action of raw.actions) {
			if (typeof action !== "string") return refuse$1(machine.id, state, "an action without a name");
			const found = machine.implementations.actions[action];
			if (typeof found !== "function") return refuse$1(machine.id, state, `the unknown action ${action}`);
			const assignment = "assignment" in found ? found.assignment : void 0;
			if (assignment === void 0) actions.push(action);
			else assignments.push(compileAssignment(assignment));
		}
		if (assignments.length === 0) return {
			actions,
			assign: null
		};
		const assign = (context, event) => assignments.reduce((current, assignment) => assignment(current, event), context);
		return {
			actions,
			assign
		};
	};
	compileAssignment = (assignment) => {
		if (typeof assignment === "function") return (context, event) => ({
			...context,
			...assignment({
				context,
				event
			})
		});
		const entries = Object.entries(assignment);
		return (context, event) => {
			const next = { ...context };
			for (const [key, value] of entries) next[key] = typeof value === "function" ? value({
				context,
				event
			}) : value;
			return next;
		};
	};
}));
// core/lifecycle/instance-chart.ts
var nothing$1, instanceChart;
var init_instance_chart = __esmMin((() => {
	init_xstate_esm();
	nothing$1 = () => {};
	instanceChart = setup({
		types: {
			context: {},
			events: {},
			input: {}
		},
		guards: {
			pausesOnFailure: ({ context }) => context.pauses,
			/** §8.4.3: one failed compensation, and the run was not compensated. */
			someCompensationFailed: ({ context }) => context.failedCompensations > 0,
			/** Q1: nothing was rolled back, so nothing is called compensated. */
			nothingCompensated: ({ context }) => context.failsWithoutUndo && context.compensated === 0,
			compensatesOnCancel: ({ context }) => context.compensatesOnCancel,
			wasCancelled: ({ context }) => context.isCancelled
		},
		actions: {
			cancelInFlight: nothing$1,
			cancelWaiting: nothing$1,
			compensateNext: nothing$1,
			end: nothing$1,
			countCompensated: assign({ compensated: ({ context }) => context.compensated + 1 }),
			markCancelled: assign({ isCancelled: true }),
			countFailed: assign({ failedCompensations: ({ context }) => context.failedCompensations + 1 })
		}
	}).createMachine({
		id: "instance",
		context: ({ input }) => input,
		initial: "running",
		states: {
			running: { on: {
				"failure.propagated": [{
					guard: "pausesOnFailure",
					target: "paused"
				}, {
					target: "quiescing",
					actions: ["cancelInFlight"]
				}],
				"handler.failed": {
					target: "failing",
					actions: ["cancelInFlight"]
				},
				"cancel.requested": [{
					guard: "compensatesOnCancel",
					target: "quiescing",
					actions: [
						"markCancelled",
						"cancelInFlight",
						"cancelWaiting"
					]
				}, {
					target: "cancelling",
					actions: ["cancelInFlight", "cancelWaiting"]
				}],
				settled: {
					target: "succeeded",
					actions: ["end"]
				}
			} },
			/** Calls in flight are awaited and count; nothing begins until an operator acts. */
			paused: { on: {
				freed: { target: "running" },
				"cancel.requested": {
					target: "cancelling",
					actions: ["cancelInFlight", "cancelWaiting"]
				}
			} },
			/** Step 1 of unwinding: what may not be cancelled finishes first (§8.3). */
			quiescing: { on: { settled: {
				target: "compensating",
				actions: ["compensateNext"]
			} } },
			compensating: { on: {
				"compensation.succeeded": { actions: ["countCompensated", "compensateNext"] },
				"compensation.failed": { actions: ["countFailed", "compensateNext"] },
				settled: [
					{
						guard: "wasCancelled",
						target: "cancelled",
						actions: ["end"]
					},
					{
						guard: "someCompensationFailed",
						target: "failed",
						actions: ["end"]
					},
					{
						guard: "nothingCompensated",
						target: "failed",
						actions: ["end"]
					},
					{
						target: "compensated",
						actions: ["end"]
					}
				]
			} },
			failing: { on: { settled: {
				target: "failed",
				actions: ["end"]
			} } },
			cancelling: { on: { settled: {
				target: "cancelled",
				actions: ["end"]
			} } },
			succeeded: {},
			failed: {},
			compensated: {},
			cancelled: {}
		}
	});
}));
// core/lifecycle/semantics.ts
var STEP_EVENTS;
var init_semantics = __esmMin((() => {
	STEP_EVENTS = [
		"reached",
		"guard.refused",
		"started",
		"rejected",
		"succeeded",
		"failed",
		"timed_out",
		"backoff.ended",
		"retry.refused",
		"cancelled",
		"compensated",
		"found.unapplied",
		"operator.retried",
		"operator.settled"
	];
}));
// core/lifecycle/step-chart.ts
var nothing, MENDED, chartStep;
var init_step_chart = __esmMin((() => {
	init_xstate_esm();
	nothing = () => {};
	MENDED = {
		"operator.retried": {
			target: "READY",
			actions: ["renewBudget"]
		},
		"operator.settled": {
			target: "SUCCEEDED",
			actions: ["publishOutputs", "releaseSuccessors"]
		}
	};
	chartStep = (semantics, hasOperators) => setup({
		types: {
			context: {},
			events: {},
			input: {}
		},
		guards: { ...semantics },
		actions: {
			dispatchAttempt: nothing,
			scheduleRetry: nothing,
			publishOutputs: nothing,
			releaseSuccessors: nothing,
			propagateFailure: nothing,
			discardResult: nothing,
			awaitAttempt: nothing,
			abandonAttempt: nothing,
			countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
			markDiscarded: assign({ discarded: true }),
			renewBudget: assign({ spent: ({ context }) => context.attempt })
		}
	}).createMachine({
		id: "step",
		context: ({ input }) => input,
		initial: "PENDING",
		states: {
			PENDING: { on: {
				reached: { target: "READY" },
				cancelled: { target: "CANCELLED" }
			} },
			READY: { on: {
				"guard.refused": {
					target: "SKIPPED",
					actions: ["releaseSuccessors"]
				},
				started: {
					target: "RUNNING",
					actions: ["countAttempt", "dispatchAttempt"]
				},
				cancelled: {
					target: "CANCELLED",
					actions: ["releaseSuccessors"]
				}
			} },
			RUNNING: { on: {
				succeeded: [{
					guard: "isDiscarded",
					target: "SUCCEEDED",
					actions: ["discardResult"]
				}, {
					target: "SUCCEEDED",
					actions: ["publishOutputs", "releaseSuccessors"]
				}],
				rejected: {
					target: "FAILED",
					actions: ["propagateFailure"]
				},
				failed: [
					{
						guard: "isDiscarded",
						target: "FAILED",
						actions: ["discardResult"]
					},
					{
						guard: "mayRetryFailure",
						target: "RETRYING",
						actions: ["scheduleRetry"]
					},
					{
						target: "FAILED",
						actions: ["propagateFailure"]
					}
				],
				timed_out: [
					{
						guard: "isDiscardedAndSkipsOnTimeout",
						target: "SKIPPED",
						actions: ["discardResult"]
					},
					{
						guard: "isDiscarded",
						target: "FAILED",
						actions: ["discardResult"]
					},
					{
						guard: "skipsOnTimeout",
						target: "SKIPPED",
						actions: ["releaseSuccessors"]
					},
					{
						guard: "mayRetryTimeout",
						target: "RETRYING",
						actions: ["scheduleRetry"]
					},
					{
						target: "FAILED",
						actions: ["propagateFailure"]
					}
				],
				"found.unapplied": [
					{
						guard: "isDiscarded",
						target: "FAILED",
						actions: ["discardResult"]
					},
					{
						guard: "mayRepeat",
						target: "RETRYING",
						actions: ["scheduleRetry"]
					},
					{
						target: "FAILED",
						actions: ["propagateFailure"]
					}
				],
				cancelled: [{
					guard: "isCancellable",
					target: "CANCELLED",
					actions: ["abandonAttempt", "releaseSuccessors"]
				}, { actions: ["markDiscarded", "awaitAttempt"] }]
			} },
			RETRYING: { on: {
				"backoff.ended": { target: "READY" },
				/** An engine may find only now that the budget is gone (§6.2); this one knows before. */
				"retry.refused": {
					target: "FAILED",
					actions: ["propagateFailure"]
				},
				cancelled: {
					target: "CANCELLED",
					actions: ["releaseSuccessors"]
				}
			} },
			SUCCEEDED: { on: { compensated: { target: "COMPENSATED" } } },
			SKIPPED: {},
			FAILED: { on: hasOperators ? MENDED : {} },
			CANCELLED: {},
			COMPENSATED: {}
		}
	});
}));
// core/lifecycle/tables.ts
var harnessStepChart, baselineStepChart, harnessAttemptChart, baselineAttemptChart, harnessStepTable, baselineStepTable, harnessAttemptTable, baselineAttemptTable, instanceTable;
var init_tables = __esmMin((() => {
	init_attempt_chart();
	init_baseline();
	init_compile();
	init_harness();
	init_instance_chart();
	init_semantics();
	init_step_chart();
	harnessStepChart = chartStep(harnessSemantics, false);
	baselineStepChart = chartStep(baselineSemantics, true);
	harnessAttemptChart = chartAttempt({ hidesEffect: () => false });
	baselineAttemptChart = chartAttempt({ hidesEffect: (errorClass) => errorClass === "timeout" || errorClass === "transient" });
	harnessStepTable = compileChart(harnessStepChart, STEP_EVENTS);
	baselineStepTable = compileChart(baselineStepChart, STEP_EVENTS);
	harnessAttemptTable = compileChart(harnessAttemptChart, ATTEMPT_EVENTS);
	baselineAttemptTable = compileChart(baselineAttemptChart, ATTEMPT_EVENTS);
	instanceTable = compileChart(instanceChart);
}));
// simulator/profile.ts
var RULES, rulesOf;
var init_profile = __esmMin((() => {
	init_tables();
	RULES = {
		harness: {
			stepTable: harnessStepTable,
			attemptTable: harnessAttemptTable,
			reconciles: false
		},
		baseline: {
			stepTable: baselineStepTable,
			attemptTable: baselineAttemptTable,
			reconciles: true
		}
	};
	rulesOf = (profile) => profile === "orbit" ? null : RULES[profile];
}));
// simulator/queue.ts
var RANK, isBefore, push, pop;
var init_queue = __esmMin((() => {
	RANK = {
		return: 0,
		timeout: 1,
		timer: 2,
		control: 3
	};
	isBefore = (left, right) => {
		if (left.at !== right.at) return left.at < right.at;
		if (left.rank !== right.rank) return left.rank < right.rank;
		return left.order < right.order;
	};
	push = (heap, item) => {
		let index = heap.length;
		heap.push(item);
		while (index > 0) {
			const parent = index - 1 >> 1;
			const above = heap[parent];
			if (!isBefore(item, above)) break;
			heap[index] = above;
			index = parent;
		}
		heap[index] = item;
	};
	pop = (heap) => {
		const first = heap[0];
		const last = heap.pop();
		if (first === void 0 || last === void 0 || heap.length === 0) return first;
		let index = 0;
		for (;;) {
			let child = 2 * index + 1;
			if (child >= heap.length) break;
			if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child += 1;
			const below = heap[child];
			if (!isBefore(below, last)) break;
			heap[index] = below;
			index = child;
		}
		heap[index] = last;
		return first;
	};
}));
// simulator/runtime/engine.ts
var planCall, planTimer, planTimeout, planNow, planControl, nextOrder, record, nextSequence, instanceOf;
var init_engine = __esmMin((() => {
	init_queue();
	planCall = (engine, what, at, attempt) => {
		push(engine.queue, {
			at,
			rank: RANK.return,
			order: nextOrder(engine),
			what,
			attempt
		});
	};
	planTimer = (engine, what, at, step) => {
		const { attempt } = step.context;
		push(engine.queue, {
			at,
			rank: RANK.timer,
			order: nextOrder(engine),
			what,
			step,
			attempt
		});
	};
	planTimeout = (engine, at, step, call) => {
		const { attempt } = step.context;
		const order = nextOrder(engine);
		push(engine.queue, {
			at,
			rank: RANK.timeout,
			order,
			what: "timeout",
			step,
			attempt,
			call
		});
	};
	planNow = (engine, item) => {
		push(engine.queue, {
			...item,
			at: engine.now,
			rank: RANK.timeout,
			order: nextOrder(engine)
		});
	};
	planControl = (engine, at, control) => {
		const order = nextOrder(engine);
		push(engine.queue, {
			at,
			rank: RANK.control,
			order,
			what: "control",
			control
		});
	};
	nextOrder = (engine) => {
		engine.planned += 1;
		return engine.planned;
	};
	record = (engine, event) => {
		engine.trace.push(event);
		const controls = engine.controlsByEvent.get(event.seq);
		if (controls !== void 0) {
			engine.controlsByEvent.delete(event.seq);
			engine.dueControls.push(...controls);
		}
		if (event.seq >= engine.limits.events && engine.exceeded === null) engine.exceeded = `it passed its limit of ${engine.limits.events} events`;
		return event.seq;
	};
	nextSequence = (engine) => engine.trace.length + 1;
	instanceOf = (step) => step.frame.instance;
}));
// simulator/runtime/emit.ts
var nodeName, withIteration, emitTransition, emitAttemptStarted, emitAttemptEnded, emitResultIgnored, emitTimerSet, emitTimerFired, emitCompensationStarted, emitCompensationEnded, emitOfInstance;
var init_emit = __esmMin((() => {
	init_engine();
	nodeName = (step) => {
		const { path } = instanceOf(step);
		return path === "" ? step.node.id : path + step.node.id;
	};
	withIteration = (event, step) => {
		if (step.frame.loop !== null) event.iteration = step.frame.iteration;
		return event;
	};
	emitTransition = (step, from, to, attempt, remarks) => {
		const { engine } = instanceOf(step);
		const event = {
			seq: nextSequence(engine),
			at: engine.now,
			type: "transition",
			node: nodeName(step),
			unit: step.unit,
			from,
			to,
			attempt,
			cause: step.cause
		};
		if (remarks !== null) {
			if (remarks.delay !== void 0) event.delay = remarks.delay;
			if (remarks.error !== void 0) event.error = remarks.error;
			if (remarks.detail !== void 0) event.detail = remarks.detail;
		}
		return record(engine, withIteration(event, step));
	};
	emitAttemptStarted = (attempt, cause, isRedelivery, purpose = attempt.step.purpose) => {
		const { step } = attempt;
		const { engine } = instanceOf(step);
		const event = {
			seq: nextSequence(engine),
			at: engine.now,
			type: "attempt.started",
			node: nodeName(step),
			unit: step.unit,
			attempt: attempt.number,
			purpose,
			key: attempt.key,
			cause
		};
		if (step.undoes !== null) event.undoes = step.undoes.unit;
		if (isRedelivery) event.redelivered = true;
		return record(engine, withIteration(event, step));
	};
	emitAttemptEnded = (attempt, outcome, cause, error, purpose = attempt.step.purpose) => {
		const { step } = attempt;
		const { engine } = instanceOf(step);
		const event = {
			seq: nextSequence(engine),
			at: engine.now,
			type: "attempt.ended",
			node: nodeName(step),
			unit: step.unit,
			attempt: attempt.number,
			purpose,
			outcome,
			cause
		};
		if (error !== null) event.error = error;
		return record(engine, withIteration(event, step));
	};
	emitResultIgnored = (attempt, outcome, error) => {
		const { step } = attempt;
		const { engine } = instanceOf(step);
		const event = {
			seq: nextSequence(engine),
			at: engine.now,
			type: "result.ignored",
			node: nodeName(step),
			unit: step.unit,
			attempt: attempt.number,
			outcome,
			cause: attempt.started
		};
		if (error !== null) event.error = error;
		return record(engine, withIteration(event, step));
	};
	emitTimerSet = (step, timer, due, cause, backoff) => {
		const { engine } = instanceOf(step);
		const event = {
			seq: nextSequence(engine),
			at: engine.now,
			type: "timer.set",
			node: nodeName(step),
			unit: step.unit,
			attempt: step.context.attempt,
			timer,
			due,
			cause
		};
		if (backoff !== null) {
			event.base = backoff.base;
			if (backoff.draw !== null) event.draw = backoff.draw;
		}
		return record(engine, withIteration(event, step));
	};
	emitTimerFired = (step, timer, cause) => {
		const { engine } = instanceOf(step);
		const event = {
			seq: nextSequence(engine),
			at: engine.now,
			type: "timer.fired",
			node: nodeName(step),
			unit: step.unit,
			attempt: step.context.attempt,
			timer,
			cause
		};
		return record(engine, withIteration(event, step));
	};
	emitCompensationStarted = (step, undoes) => {
		const { engine } = instanceOf(step);
		return record(engine, {
			seq: nextSequence(engine),
			at: engine.now,
			type: "compensation.started",
			node: nodeName(step),
			unit: step.unit,
			undoes: undoes.unit,
			status: "compensating",
			cause: step.cause
		});
	};
	emitCompensationEnded = (step, undoes, status, error) => {
		const { engine } = instanceOf(step);
		const event = {
			seq: nextSequence(engine),
			at: engine.now,
			type: "compensation.ended",
			node: nodeName(step),
			unit: step.unit,
			undoes: undoes.unit,
			status,
			cause: step.cause
		};
		if (error !== null) event.error = error;
		return record(engine, event);
	};
	emitOfInstance = (engine, event) => record(engine, {
		seq: nextSequence(engine),
		at: engine.now,
		...event
	});
}));
// simulator/runtime/message.ts
var stepEvents, instanceEvents, NOTHING, postToStep, postToInstance, post;
var init_message = __esmMin((() => {
	init_compile();
	init_semantics();
	init_tables();
	stepEvents = new Map(STEP_EVENTS.map((type, index) => [type, index]));
	instanceEvents = new Map(instanceTable.events.map((type) => [type, eventIndex(instanceTable, type)]));
	NOTHING = {};
	postToStep = (engine, step, event, cause, enclosed = NOTHING) => {
		post(engine, {
			to: "step",
			step,
			event,
			index: stepEvents.get(event.type),
			cause,
			error: enclosed.error ?? null,
			output: enclosed.output ?? null,
			detail: enclosed.detail
		});
	};
	postToInstance = (instance, event, cause, about = null) => {
		const index = instanceEvents.get(event.type);
		post(instance.engine, {
			to: "instance",
			instance,
			event,
			index,
			cause,
			about
		});
	};
	post = (engine, message) => {
		engine.inbox[engine.posted] = message;
		engine.posted += 1;
	};
}));
// simulator/runtime/states.ts
var stateOf$1, STEP, ATTEMPT_OPEN, INSTANCE, nameOfState, isInFlight, stepIn;
var init_states$1 = __esmMin((() => {
	init_compile();
	init_tables();
	stateOf$1 = (name) => stateIndex(harnessStepTable, name);
	STEP = {
		PENDING: stateOf$1("PENDING"),
		READY: stateOf$1("READY"),
		RUNNING: stateOf$1("RUNNING"),
		RETRYING: stateOf$1("RETRYING"),
		SUCCEEDED: stateOf$1("SUCCEEDED"),
		SKIPPED: stateOf$1("SKIPPED"),
		FAILED: stateOf$1("FAILED"),
		CANCELLED: stateOf$1("CANCELLED"),
		COMPENSATED: stateOf$1("COMPENSATED")
	};
	ATTEMPT_OPEN = stateIndex(harnessAttemptTable, "open");
	INSTANCE = {
		running: stateIndex(instanceTable, "running"),
		paused: stateIndex(instanceTable, "paused"),
		quiescing: stateIndex(instanceTable, "quiescing"),
		compensating: stateIndex(instanceTable, "compensating"),
		cancelling: stateIndex(instanceTable, "cancelling")
	};
	nameOfState = (state) => harnessStepTable.states[state];
	isInFlight = (step) => step.state === STEP.READY || step.state === STEP.RUNNING || step.state === STEP.RETRYING;
	stepIn = (frame, node) => {
		const { places } = frame.region;
		if (places === null) return frame.steps[node.index];
		const place = places.get(node.index);
		return place === void 0 ? void 0 : frame.steps[place];
	};
}));
// simulator/runtime/outcome.ts
var outcomeOf$1, compensationOf, endInstance, portsOf, outputOf$3, statesOf;
var init_outcome = __esmMin((() => {
	init_tables();
	init_emit();
	init_engine();
	init_message();
	init_states$1();
	outcomeOf$1 = (instance) => instanceTable.states[instance.state];
	compensationOf = (instance) => {
		if (instance.context.failedCompensations > 0) return "failed";
		return instance.context.compensated > 0 ? "completed" : "none";
	};
	endInstance = (instance, cause) => {
		const { engine, parent } = instance;
		instance.endedAt = engine.now;
		engine.active.splice(engine.active.indexOf(instance), 1);
		instance.isOver = true;
		if (parent !== null) instanceOf(parent).openChildren -= 1;
		if (parent === null) {
			const outcome = outcomeOf$1(instance);
			const compensation = compensationOf(instance);
			emitOfInstance(engine, {
				type: "instance.ended",
				outcome,
				compensation,
				cause
			});
			return;
		}
		const outcome = outcomeOf$1(instance);
		if (outcome === "succeeded") postToStep(engine, parent, { type: "succeeded" }, cause, { output: portsOf(instance) });
		else if (outcome !== "cancelled") {
			const [first] = instance.errors;
			const message = `the subworkflow ended ${outcome}: ${first?.unit ?? instance.program.workflow.id}`;
			const errorClass = first?.class ?? "internal";
			postToStep(engine, parent, {
				type: "failed",
				class: errorClass,
				retryable: null
			}, cause, { error: {
				class: errorClass,
				message
			} });
		}
	};
	portsOf = (instance) => {
		const ports = Object.create(null);
		for (const output of Object.values(outputOf$3(instance))) Object.assign(ports, output);
		return ports;
	};
	outputOf$3 = (instance) => {
		const output = Object.create(null);
		for (const step of instance.main.steps) {
			const { node } = step;
			if (step.state !== STEP.SUCCEEDED || step.context.discarded) continue;
			if (node.outgoing.length > 0 || node.routes.length > 0 || step.output === null) continue;
			if (Object.keys(step.output).length > 0) output[node.id] = step.output;
		}
		return output;
	};
	statesOf = (engine) => {
		const states = Object.create(null);
		for (const frame of engine.frames) for (const step of frame.steps) states[step.unit] = nameOfState(step.state);
		for (const step of engine.compensations) states[step.frame.instance.path + step.node.id + step.frame.suffix] = nameOfState(step.state);
		return states;
	};
}));
// simulator/report.ts
var report;
var init_report = __esmMin((() => {
	init_outcome();
	report = ({ engine, instance, stalledBecause }) => {
		return {
			outcome: stalledBecause !== null ? "stalled" : outcomeOf$1(instance),
			compensation: compensationOf(instance),
			endedAt: instance.isOver ? instance.endedAt : engine.now,
			states: statesOf(engine),
			effects: engine.world.effects,
			failures: instance.failures,
			errors: instance.errors,
			output: outputOf$3(instance),
			trace: engine.trace,
			stalledBecause
		};
	};
}));
// simulator/library.ts
var createLibrary, textOf, digestOf$1, read;
var init_library = __esmMin((() => {
	init_sha2();
	init_utils();
	init_read$1();
	init_compile$1();
	createLibrary = (documents) => {
		const known = /* @__PURE__ */ new Map();
		return { load: ({ href, digest }) => {
			const text = textOf(documents, href);
			if (text === void 0) return {
				ok: false,
				message: `the subworkflow ${href} was not given, and is never fetched`
			};
			if (digest !== null && digest.trim().toLowerCase() !== digestOf$1(text)) return {
				ok: false,
				message: `the subworkflow ${href} is not ${digest}: it is ${digestOf$1(text)}`
			};
			const loaded = known.get(href) ?? read(href, text);
			known.set(href, loaded);
			return loaded;
		} };
	};
	textOf = (documents, href) => {
		for (const name of [href, href.slice(href.lastIndexOf("/") + 1)]) if (Object.hasOwn(documents, name)) return documents[name];
	};
	digestOf$1 = (text) => `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`;
	read = (href, text) => {
		const { workflow, findings } = readDocument(text);
		if (workflow !== null) return {
			ok: true,
			program: compileProgram(workflow)
		};
		const first = findings.find(({ severity }) => severity === "error");
		return {
			ok: false,
			message: `the subworkflow ${href} is not valid${first === void 0 ? "" : `: ${first.code} at ${first.line}:${first.column}`}`
		};
	};
}));
// simulator/world/world.ts
var createWorld, NO_SIGNALS, signalsOf, answerTo, isAnsweredBySignal, outputOf$2, applyEffect;
var init_world$1 = __esmMin((() => {
	createWorld = (scenario) => ({
		scenario,
		effects: [],
		ledger: /* @__PURE__ */ new Set(),
		signals: signalsOf(scenario),
		usual: {
			after: scenario.default.after,
			then: { kind: "default" },
			applied: true,
			duplicate: false
		}
	});
	NO_SIGNALS = /* @__PURE__ */ new Set();
	signalsOf = (scenario) => scenario.controls.length === 0 ? NO_SIGNALS : new Set(scenario.controls.flatMap((control) => control.action === "signal" ? [control.name] : []));
	answerTo = (world, unit, node, attempt) => {
		const { tasks } = world.scenario;
		const answers = tasks[unit] ?? tasks[node];
		if (answers === void 0 || answers.length === 0) return world.usual;
		return answers[Math.min(attempt, answers.length) - 1];
	};
	isAnsweredBySignal = (world, unit, node) => world.signals.has(unit) || world.signals.has(node) && world.scenario.tasks[unit] === void 0;
	outputOf$2 = (answer, placeholder) => answer.then.kind === "ok" ? answer.then.output : placeholder;
	applyEffect = (world, at, unit, node, attempt, key) => {
		const repeated = world.ledger.has(key);
		if (repeated && world.scenario.world.honoursKeys) return;
		world.ledger.add(key);
		world.effects.push({
			at,
			unit,
			node,
			attempt,
			key,
			repeated
		});
	};
}));
// simulator/runtime/create.ts
var createInstance, createFrame, createCompensation, createStep, ONE_MORE, contextOf, createAttempt;
var init_create = __esmMin((() => {
	init_tables();
	createInstance = (engine, program, place) => {
		const instance = {
			engine,
			program,
			...place,
			state: instanceTable.initial,
			context: {
				pauses: engine.pauses,
				failsWithoutUndo: engine.choices.Q1 === "failed",
				compensatesOnCancel: engine.choices.Q8 === "compensates",
				isCancelled: false,
				compensated: 0,
				failedCompensations: 0
			},
			inFlight: 0,
			openChildren: 0,
			touched: [],
			ready: [],
			waitingUntil: [],
			waitsTouched: false,
			waitingFor: [],
			expecting: [],
			idle: [],
			unhandled: [],
			parked: [],
			completed: [],
			unwinding: null,
			failures: [],
			errors: [],
			isOver: false,
			endedAt: 0
		};
		instance.main = createFrame(instance, program.main, null, null, 0, "", null);
		return instance;
	};
	createFrame = (instance, region, parent, loop, iteration, suffix, variables) => {
		const steps = [];
		const frame = {
			instance,
			region,
			steps,
			open: /* @__PURE__ */ new Set(),
			inFlight: 0,
			failure: null,
			isOver: false,
			parent,
			loop,
			iteration,
			suffix,
			variables
		};
		for (const { node, awaited, deciders } of region.members) {
			const unit = instance.prefix + node.id + suffix;
			steps.push(createStep(node, frame, unit, awaited, deciders, null));
		}
		instance.engine.frames.push(frame);
		return frame;
	};
	createCompensation = (node, undoes) => createStep(node, undoes.frame, `compensate:${undoes.unit}`, 0, 0, undoes);
	createStep = (node, frame, unit, awaited, deciders, undoes) => ({
		node,
		frame,
		unit,
		purpose: undoes === null ? "forward" : "compensation",
		state: harnessStepTable.initial,
		context: contextOf(node, frame.instance.engine.choices, undoes !== null),
		cause: null,
		unresolved: awaited,
		satisfied: 0,
		hasJoin: awaited > 0,
		openDeciders: deciders,
		isChosen: false,
		isStarved: false,
		isUnreachable: false,
		isTouched: false,
		attempt: null,
		redeliveries: 0,
		input: null,
		output: null,
		error: null,
		rejection: null,
		route: null,
		backoff: null,
		refusedCompensations: null,
		undoes,
		looping: null,
		child: null
	});
	ONE_MORE = {
		maxAttempts: 2,
		backoff: "none",
		initialDelay: 0,
		maxDelay: null,
		multiplier: 1,
		jitter: "none",
		retryOn: []
	};
	contextOf = (node, choices, isUndo) => {
		const { initialContext } = node;
		if (isUndo && choices.Q9 === "ignored") return {
			...initialContext,
			retry: null
		};
		const isLone = initialContext.retry === null && initialContext.onTimeout === "retry";
		return choices.Q5 === "two-attempts" && isLone ? {
			...initialContext,
			retry: ONE_MORE
		} : initialContext;
	};
	createAttempt = (step, key, answer) => ({
		step,
		number: step.context.attempt,
		key,
		answer,
		life: step.frame.instance.engine.life,
		started: 0,
		state: harnessAttemptTable.initial
	});
}));
// simulator/runtime/attempts.ts
var returnedSuccess, timeoutPassed, abandoned, dispatch, answerBySignal, setTimeoutTimer, taskReturned, bookEffect, timeoutPassedFor, recordLoss, abandonAttempt, eventNumbers, advance, deliver, failWith, outcomeOf, askStatus, statusKnown, certain, retryableIn, errorOf, timeoutError;
var init_attempts$1 = __esmMin((() => {
	init_attempt_chart();
	init_compile();
	init_key();
	init_world$1();
	init_create();
	init_emit();
	init_engine();
	init_message();
	init_states$1();
	returnedSuccess = { type: "returned.success" };
	timeoutPassed = { type: "timeout.passed" };
	abandoned = { type: "abandoned" };
	dispatch = (step, cause) => {
		const { engine, program } = instanceOf(step);
		engine.calls += 1;
		if (engine.calls > engine.limits.calls) {
			engine.exceeded ??= `it passed its limit of ${engine.limits.calls} calls`;
			return;
		}
		const { tenant, run } = engine.scenario;
		const key = cachedKey(program.keys, tenant, run, step.unit, step.node.id);
		const name = instanceOf(step).path + step.node.id;
		const answer = answerTo(engine.world, step.unit, name, step.context.attempt);
		const isRedelivery = step.attempt?.number === step.context.attempt;
		if (!isRedelivery) step.redeliveries = 0;
		const attempt = createAttempt(step, key, answer);
		step.attempt = attempt;
		attempt.started = emitAttemptStarted(attempt, cause, isRedelivery);
		setTimeoutTimer(step, attempt.started, attempt);
		if (step.node.kind === "human" && isAnsweredBySignal(engine.world, step.unit, name)) return;
		engine.host.send(attempt);
	};
	answerBySignal = (step, output) => {
		const { attempt } = step;
		if (attempt === null || attempt.state !== ATTEMPT_OPEN) return;
		attempt.answer = {
			after: 0,
			then: {
				kind: "ok",
				output
			},
			applied: true,
			duplicate: false
		};
		taskReturned(attempt);
	};
	setTimeoutTimer = (step, cause, call) => {
		const { timeout } = step.node.definition;
		const { engine } = instanceOf(step);
		const isIgnored = step.undoes !== null && engine.choices.Q9 === "ignored";
		if (timeout === null || isIgnored) return;
		const due = engine.now + timeout.duration;
		emitTimerSet(step, "timeout", due, cause, null);
		planTimeout(engine, due, step, call);
	};
	taskReturned = (attempt) => {
		bookEffect(attempt);
		if (attempt.life !== instanceOf(attempt.step).engine.life) return;
		const error = errorOf(attempt.answer);
		const actions = advance(attempt, error === null ? returnedSuccess : {
			type: "returned.error",
			class: error.class
		});
		for (const action of actions) deliver(attempt, action, error);
	};
	bookEffect = (attempt) => {
		if (!attempt.answer.applied) return;
		const { step, number, key } = attempt;
		const instance = instanceOf(step);
		const node = instance.path + step.node.id;
		const { engine } = instance;
		applyEffect(engine.world, engine.now, step.unit, node, number, key);
	};
	timeoutPassedFor = (step, number) => {
		const { engine } = instanceOf(step);
		if (step.state !== STEP.RUNNING || step.context.attempt !== number) return;
		const { attempt } = step;
		const fired = emitTimerFired(step, "timeout", attempt?.started ?? step.cause);
		if (attempt === null) {
			postToStep(engine, step, { type: "timed_out" }, fired, { error: timeoutError(step) });
			return;
		}
		for (const action of advance(attempt, timeoutPassed)) deliver(attempt, action, timeoutError(step), fired);
		engine.host.giveUp(attempt);
	};
	recordLoss = (step, error, cause) => {
		const { attempt } = step;
		if (attempt === null) return cause;
		if (error.uncertain === true) advance(attempt, timeoutPassed);
		else advance(attempt, {
			type: "returned.error",
			class: error.class
		});
		const outcome = outcomeOf(attempt);
		return emitAttemptEnded(attempt, outcome, cause, error);
	};
	abandonAttempt = (step) => {
		const { attempt } = step;
		if (attempt === null || attempt.state !== ATTEMPT_OPEN) return;
		advance(attempt, abandoned);
		emitAttemptEnded(attempt, "cancelled", step.cause, null);
		instanceOf(step).engine.host.giveUp(attempt);
	};
	eventNumbers = new Map(ATTEMPT_EVENTS.map((type, index) => [type, index]));
	advance = (attempt, event) => {
		const { attemptTable } = instanceOf(attempt.step).engine.rules;
		const index = eventNumbers.get(event.type);
		const chosen = choose(attemptTable, attempt.state, index, attempt.step.context, event);
		if (chosen === null) return [];
		if (chosen.target >= 0) attempt.state = chosen.target;
		return chosen.actions;
	};
	deliver = (attempt, action, error, cause = attempt.started) => {
		const { step } = attempt;
		const { engine } = instanceOf(step);
		if (action === "ignoreResult") {
			emitResultIgnored(attempt, error === null ? "succeeded" : "failed", error);
			return;
		}
		const outcome = outcomeOf(attempt);
		const isUncertain = outcome === "uncertain_side_effect";
		const told = isUncertain && error !== null ? {
			...error,
			uncertain: true
		} : error;
		const ended = emitAttemptEnded(attempt, outcome, cause, told);
		if (told === null) {
			const output = outputOf$2(attempt.answer, step.node.placeholder);
			postToStep(engine, step, { type: "succeeded" }, ended, { output });
		} else if (isUncertain && engine.rules.reconciles && engine.scenario.world.status) askStatus(attempt, told, ended);
		else failWith(step, told, retryableIn(attempt.answer), action === "deliverTimeout", ended);
	};
	failWith = (step, error, retryable, isTimeout, cause) => {
		const { engine } = instanceOf(step);
		if (isTimeout && step.context.onTimeout === "skip" && engine.choices.Q2 === "other") {
			postToStep(engine, step, { type: "succeeded" }, cause);
			return;
		}
		const event = isTimeout ? { type: "timed_out" } : {
			type: "failed",
			class: error.class,
			retryable
		};
		postToStep(engine, step, event, cause, { error });
	};
	outcomeOf = (attempt) => {
		const { attemptTable } = instanceOf(attempt.step).engine.rules;
		return attemptTable.states[attempt.state];
	};
	askStatus = (attempt, error, cause) => {
		const { step } = attempt;
		step.error = error;
		step.cause = emitAttemptStarted(attempt, cause, false, "reconcile");
		planCall(instanceOf(step).engine, "status", instanceOf(step).engine.now, attempt);
	};
	statusKnown = (attempt) => {
		const { step } = attempt;
		const { engine } = instanceOf(step);
		if (step.state !== STEP.RUNNING || step.attempt !== attempt) return;
		if (attempt.life !== engine.life) return;
		const ended = emitAttemptEnded(attempt, "succeeded", step.cause, null, "reconcile");
		if (engine.world.ledger.has(attempt.key)) {
			const output = outputOf$2(attempt.answer, step.node.placeholder);
			postToStep(engine, step, { type: "succeeded" }, ended, { output });
		} else {
			const error = certain(step.error ?? { class: "internal" });
			postToStep(engine, step, { type: "found.unapplied" }, ended, { error });
		}
	};
	certain = (error) => {
		const { uncertain, ...rest } = error;
		return uncertain === void 0 ? error : rest;
	};
	retryableIn = ({ then }) => then.kind === "error" ? then.error.retryable : null;
	errorOf = (answer) => {
		const { then } = answer;
		if (then.kind === "timeout") return {
			class: "timeout",
			message: "the task timed out"
		};
		if (then.kind !== "error") return null;
		const { error } = then;
		return {
			class: error.class,
			...error.message === "" ? {} : { message: error.message },
			...error.status === null ? {} : { status: error.status }
		};
	};
	timeoutError = (step) => {
		const { timeout } = step.node.definition;
		const message = `attempt ${step.context.attempt} took longer than its timeout of ${timeout?.duration} ms`;
		return timeout?.onTimeout === "fail" ? {
			class: "timeout",
			code: "HX-4108",
			message
		} : {
			class: "timeout",
			message
		};
	};
}));
// simulator/runtime/crash.ts
var MAXIMUM_REDELIVERIES, crash, resume, lostCalls, restore, fail;
var init_crash = __esmMin((() => {
	init_attempts$1();
	init_emit();
	init_engine();
	init_message();
	init_states$1();
	MAXIMUM_REDELIVERIES = 10;
	crash = (engine) => {
		emitOfInstance(engine, {
			type: "crashed",
			cause: null
		});
		engine.life += 1;
		engine.isDown = true;
	};
	resume = (engine) => {
		if (!engine.isDown) return;
		engine.isDown = false;
		const resumed = emitOfInstance(engine, {
			type: "resumed",
			cause: null
		});
		for (const item of engine.deferred.splice(0)) planNow(engine, item);
		for (const step of lostCalls(engine)) restore(step, resumed);
	};
	lostCalls = (engine) => [...engine.frames.flatMap((frame) => frame.steps), ...engine.compensations].filter(({ state, attempt }) => state === STEP.RUNNING && attempt !== null && attempt.state === ATTEMPT_OPEN && attempt.life !== engine.life);
	restore = (step, cause) => {
		const { attempt } = step.context;
		if (!step.context.idempotent) {
			const message = `the runtime crashed while attempt ${attempt} was under way`;
			fail(step, {
				class: "internal",
				message,
				uncertain: true
			}, cause);
		} else if (step.redeliveries >= MAXIMUM_REDELIVERIES) {
			const message = `attempt ${attempt} was lost in ${step.redeliveries + 1} crashes`;
			fail(step, {
				class: "internal",
				message
			}, cause);
		} else {
			dispatch(step, cause);
			step.redeliveries += 1;
		}
	};
	fail = (step, error, cause) => {
		const ended = recordLoss(step, error, cause);
		const { engine } = step.frame.instance;
		postToStep(engine, step, {
			type: "failed",
			class: error.class,
			retryable: null
		}, ended, { error });
	};
}));
// simulator/runtime/operator.ts
var operate, isNamed, release, retry, settle$1;
var init_operator = __esmMin((() => {
	init_attempts$1();
	init_emit();
	init_message();
	operate = (instance, control) => {
		const { engine } = instance;
		const { by, command, step, reason, authorised } = control;
		const checkpoint = engine.trace.length;
		const acted = emitOfInstance(engine, {
			type: "operator.act",
			by,
			command,
			step,
			reason,
			checkpoint,
			authorised,
			cause: null
		});
		if (!authorised) return;
		const named = instance.parked.filter((parked) => isNamed(parked, step));
		switch (command) {
			case "retry-step":
				for (const parked of named) retry(instance, parked, acted);
				break;
			case "resume-run":
				for (const parked of [...instance.parked]) retry(instance, parked, acted);
				break;
			case "settle-uncertain": for (const parked of named) settle$1(instance, parked, control, acted);
		}
		if (instance.parked.length === 0) postToInstance(instance, { type: "freed" }, acted);
	};
	isNamed = (parked, step) => parked.unit === step || parked.frame.instance.path + parked.node.id === step;
	release = (instance, step) => {
		instance.parked = instance.parked.filter((parked) => parked !== step);
	};
	retry = (instance, step, cause) => {
		release(instance, step);
		step.error = null;
		step.rejection = null;
		postToStep(instance.engine, step, { type: "operator.retried" }, cause);
	};
	settle$1 = (instance, step, { applied, output }, cause) => {
		if (step.error?.uncertain !== true) return;
		if (applied !== true) {
			step.error = certain(step.error);
			return;
		}
		release(instance, step);
		const given = typeof output === "object" && output !== null && !Array.isArray(output);
		postToStep(instance.engine, step, { type: "operator.settled" }, cause, { output: given ? output : step.node.placeholder });
	};
}));
// simulator/runtime/scope.ts
var evaluateFor, testFor, expressionError, LONGEST_SHOWN, shown, scopeOf, stepFor, readableOutput, portOf, described;
var init_scope = __esmMin((() => {
	init_expression();
	init_states$1();
	evaluateFor = (step, evaluate, frame = step.frame) => evaluate(scopeOf(frame, step));
	testFor = (step, evaluate, what, frame = step.frame) => {
		const result = evaluateFor(step, evaluate, frame);
		if (!result.ok) return {
			ok: false,
			error: expressionError(result, what)
		};
		if (typeof result.value === "boolean") return {
			ok: true,
			holds: result.value
		};
		return {
			ok: false,
			error: {
				class: "internal",
				code: "HX-4107",
				message: `${what} is ${shown(result.value)}, not true or false`
			}
		};
	};
	expressionError = (failed, what) => ({
		class: "internal",
		code: failed.code,
		message: `${what}: ${failed.message}`
	});
	LONGEST_SHOWN = 40;
	shown = (value) => {
		const text = JSON.stringify(value);
		return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
	};
	scopeOf = (frame, step) => {
		const { program } = frame.instance;
		return {
			port: (node, port) => {
				const found = program.byId.get(node);
				const source = found === void 0 ? void 0 : stepFor(frame, found);
				return source === void 0 ? null : portOf(readableOutput(source, step), port);
			},
			variable: (name) => {
				for (let at = frame; at !== null; at = at.parent) {
					const value = at.variables?.get(name);
					if (value !== void 0) return value;
				}
			},
			artifact: (id) => described(program.workflow.artifacts, id, artifactValue),
			resource: (id) => described(program.workflow.resources, id, resourceValue),
			config: (name) => step.node.definition.config.find((property) => property.name === name)?.value ?? null
		};
	};
	stepFor = (frame, node) => {
		for (let at = frame; at !== null; at = at.parent) {
			const step = stepIn(at, node);
			if (step !== void 0) return step;
		}
	};
	readableOutput = (source, reader) => {
		if (source.state !== STEP.SUCCEEDED && source.state !== STEP.COMPENSATED) return null;
		if (source.context.discarded && reader.undoes !== source) return null;
		return source.output;
	};
	portOf = (output, port) => output !== null && Object.hasOwn(output, port) ? output[port] ?? null : null;
	described = (items, id, describe) => {
		const found = items.find((item) => item.id === id);
		return found === void 0 ? null : describe(found);
	};
}));
// simulator/runtime/wait.ts
var beginWait, waitEnded, awaitDecision, awaitSignal, signalsFor, passSignal, isObject, deliverSignal, askWaits, askUntil;
var init_wait = __esmMin((() => {
	init_attempts$1();
	init_emit();
	init_engine();
	init_message();
	init_scope();
	init_states$1();
	beginWait = (step) => {
		const { engine } = instanceOf(step);
		const { wait } = step.node.definition;
		if (wait === null) return;
		if (wait.duration !== null) {
			const due = engine.now + wait.duration;
			emitTimerSet(step, "wait", due, step.cause, null);
			planTimer(engine, "wait", due, step);
		} else if (wait.event !== null) awaitSignal(step);
		else askUntil(step);
	};
	waitEnded = (step, attempt) => {
		if (step.state !== STEP.RUNNING || step.context.attempt !== attempt) return;
		const fired = emitTimerFired(step, "wait", step.cause);
		const { placeholder: output } = step.node;
		postToStep(instanceOf(step).engine, step, { type: "succeeded" }, fired, { output });
	};
	awaitDecision = (step) => awaitSignal(step);
	awaitSignal = (step) => {
		const { engine } = instanceOf(step);
		for (const name of signalsFor(step)) {
			const value = engine.signals.get(name)?.shift();
			if (value === void 0) continue;
			passSignal(step, value, step.cause);
			return;
		}
		instanceOf(step).waitingFor.push(step);
	};
	signalsFor = (step) => {
		const event = step.node.definition.wait?.event ?? null;
		if (event !== null) return [event];
		return step.node.kind === "human" ? [step.unit, instanceOf(step).path + step.node.id] : [];
	};
	passSignal = (step, value, cause) => {
		const output = {
			...step.node.placeholder,
			...isObject(value) ? value : {}
		};
		if (step.node.kind === "human") answerBySignal(step, output);
		else postToStep(instanceOf(step).engine, step, { type: "succeeded" }, cause, { output });
	};
	isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
	deliverSignal = (engine, name, value, cause) => {
		let isTaken = false;
		for (const instance of engine.active) {
			const waiting = instance.waitingFor.filter((step) => step.state === STEP.RUNNING);
			const takers = waiting.filter((step) => signalsFor(step).includes(name));
			instance.waitingFor = waiting.filter((step) => !takers.includes(step));
			for (const step of takers) passSignal(step, value, cause);
			if (takers.length > 0) isTaken = true;
		}
		if (!isTaken) engine.signals.set(name, [...engine.signals.get(name) ?? [], value]);
	};
	askWaits = (instance) => {
		if (!instance.waitsTouched) return false;
		instance.waitsTouched = false;
		if (instance.waitingUntil.length === 0) return false;
		const asked = instance.waitingUntil;
		instance.waitingUntil = [];
		for (const step of asked) askUntil(step);
		return true;
	};
	askUntil = (step) => {
		const { waitingUntil, engine } = instanceOf(step);
		if (step.state !== STEP.RUNNING || step.node.until === null) return;
		const test = testFor(step, step.node.until, "the until of its wait");
		if (!test.ok) postToStep(engine, step, { type: "rejected" }, step.cause, { error: test.error });
		else if (test.holds) {
			const { placeholder: output } = step.node;
			postToStep(engine, step, { type: "succeeded" }, step.cause, { output });
		} else waitingUntil.push(step);
	};
}));
// simulator/runtime/control.ts
var planControls, obey, obeyDue;
var init_control = __esmMin((() => {
	init_crash();
	init_emit();
	init_engine();
	init_message();
	init_operator();
	init_wait();
	planControls = (engine, controls) => {
		for (const control of controls) if ("at" in control) planControl(engine, control.at, control);
		else {
			const others = engine.controlsByEvent.get(control.event) ?? [];
			engine.controlsByEvent.set(control.event, [...others, control]);
		}
	};
	obey = (engine, control) => {
		const instance = engine.active[0];
		if (instance === void 0) return;
		switch (control.action) {
			case "cancel":
				postToInstance(instance, { type: "cancel.requested" }, null);
				return;
			case "signal": {
				const { name, value } = control;
				const received = emitOfInstance(engine, {
					type: "signal.received",
					name,
					value,
					cause: null
				});
				deliverSignal(engine, name, value, received);
				return;
			}
			case "crash":
				crash(engine);
				return;
			case "resume":
				resume(engine);
				return;
			case "operator":
				operate(instance, control);
				return;
		}
	};
	obeyDue = (engine) => {
		if (engine.dueControls.length === 0) return false;
		for (const control of engine.dueControls.splice(0)) obey(engine, control);
		return true;
	};
}));
// simulator/runtime/schedule.ts
var touch, settleOutgoing, isBlocked, isTaken, isSatisfiedBy, settle, settleRoutes, refuseCompensations, readinessOf, counted, decideJoins, mayBegin, decideJoin, giveUp, giveUpExpecting, beginMain, isFollowed, settleEscapes;
var init_schedule = __esmMin((() => {
	init_message();
	init_scope();
	init_states$1();
	touch = (step) => {
		if (step.isTouched || step.state !== STEP.PENDING) return;
		step.isTouched = true;
		step.frame.instance.touched.push(step);
	};
	settleOutgoing = (step) => {
		let isHandled = false;
		for (const edge of step.node.outgoing) {
			if (isBlocked(step, edge)) continue;
			const taken = isTaken(step, edge);
			if (taken && edge.type === "error") isHandled = true;
			settle(step.frame, edge, taken, step.cause);
		}
		settleRoutes(step);
		refuseCompensations(step);
		step.frame.instance.waitsTouched = true;
		return isHandled;
	};
	isBlocked = (step, edge) => edge.type === "control" && step.state === STEP.FAILED && step.frame.instance.engine.choices.Q14 === "blocks";
	isTaken = (step, edge) => {
		if (step.context.discarded || !isSatisfiedBy(edge, step.state)) return false;
		if (edge.condition === null) return true;
		const test = testFor(step, edge.condition, `the condition of the edge to ${edge.to.id}`);
		if (test.ok) return test.holds;
		const target = stepIn(step.frame, edge.to);
		if (target !== void 0) target.rejection ??= test.error;
		return true;
	};
	isSatisfiedBy = (edge, state) => {
		switch (edge.type) {
			case "control":
			case "data": return state === STEP.SUCCEEDED || state === STEP.SKIPPED;
			case "dependency": return true;
			case "error": return state === STEP.FAILED;
			case "compensation": return false;
		}
	};
	settle = (frame, edge, taken, cause) => {
		const target = stepIn(frame, edge.to);
		if (target === void 0) return;
		if (edge.isAwaited) target.unresolved -= 1;
		if (taken) target.satisfied += 1;
		if (target.state === STEP.PENDING) target.cause = cause;
		touch(target);
	};
	settleRoutes = (step) => {
		for (const route of step.node.routes) {
			const target = stepIn(step.frame, route);
			if (target === void 0) continue;
			target.openDeciders -= 1;
			if (route === step.route && !step.context.discarded && step.state === STEP.SUCCEEDED) {
				target.isChosen = true;
				target.cause = step.cause;
			}
			touch(target);
		}
	};
	refuseCompensations = (step) => {
		if (step.state !== STEP.SUCCEEDED || step.node.compensations.length === 0) return;
		const refused = /* @__PURE__ */ new Set();
		for (const edge of step.node.compensations) {
			if (edge.condition === null) continue;
			const test = testFor(step, edge.condition, `the condition of the edge to ${edge.to.id}`);
			if (test.ok && !test.holds) refused.add(edge);
		}
		if (refused.size > 0) step.refusedCompensations = refused;
	};
	readinessOf = (step) => {
		if (step.isStarved) return "unreachable";
		if (step.node.deciders.length > 0 && !step.isChosen) return step.openDeciders > 0 ? "waiting" : "unreachable";
		const { join, quorum } = step.node.definition;
		if (step.isChosen && !step.hasJoin) return "ready";
		if (join === "any") return counted(step, 1);
		if (join === "quorum") return counted(step, quorum ?? 1);
		if (step.unresolved > 0) return "waiting";
		return counted(step, 1);
	};
	counted = (step, needed) => {
		if (step.satisfied >= needed) return "ready";
		if (step.satisfied + step.unresolved >= needed) return "waiting";
		return step.node.incoming.some((edge) => !edge.isAwaited) ? "expecting" : "unreachable";
	};
	decideJoins = (instance) => {
		if (instance.touched.length === 0) return false;
		const batch = instance.touched;
		instance.touched = [];
		if (batch.length > 1) batch.sort((left, right) => left.node.index - right.node.index);
		for (const step of batch) {
			step.isTouched = false;
			if (mayBegin(instance)) decideJoin(step);
		}
		return true;
	};
	mayBegin = ({ state, engine }) => state === INSTANCE.running || state === INSTANCE.compensating && engine.choices.Q16 === "followed";
	decideJoin = (step) => {
		if (step.state !== STEP.PENDING || step.isUnreachable || step.frame.isOver) return;
		const readiness = readinessOf(step);
		if (readiness === "unreachable") giveUp(step);
		if (readiness === "expecting") step.frame.instance.expecting.push(step);
		if (readiness === "ready") postToStep(step.frame.instance.engine, step, { type: "reached" }, step.cause);
	};
	giveUp = (step) => {
		step.isUnreachable = true;
		for (const edge of step.node.outgoing) {
			const target = stepIn(step.frame, edge.to);
			if (target !== void 0 && edge.isNeeded) target.isStarved = true;
			settle(step.frame, edge, false, step.cause);
		}
		for (const route of step.node.routes) {
			const target = stepIn(step.frame, route);
			if (target === void 0) continue;
			target.openDeciders -= 1;
			touch(target);
		}
	};
	giveUpExpecting = (instance) => {
		const waiting = instance.expecting.splice(0).filter((step) => step.state === STEP.PENDING);
		for (const step of waiting) if (!step.isUnreachable) giveUp(step);
		return waiting.length > 0;
	};
	beginMain = (instance, cause) => {
		const { main, engine } = instance;
		for (const node of main.region.entry) {
			const step = stepIn(main, node);
			if (step !== void 0) postToStep(engine, step, { type: "reached" }, cause);
		}
		main.region.members.forEach((member, place) => {
			if (!member.isLed && !isFollowed(member, engine)) giveUp(main.steps[place]);
		});
	};
	isFollowed = ({ node }, engine) => engine.choices.Q16 === "followed" && node.isUndo;
	settleEscapes = (looping, outer) => {
		const { lastFrame } = looping;
		if (lastFrame === null) return;
		for (const step of lastFrame.steps) for (const edge of step.node.outgoing) if (stepIn(lastFrame, edge.to) === void 0) settle(outer, edge, isTaken(step, edge), step.cause);
	};
}));
// ../../work/main/node_modules/pure-rand/lib/esm/distribution/uniformFloat64.js
/**
* Uniformly generate random 64-bit floating point values between 0 (included) and 1 (excluded)
*
* @remarks Generated values are multiples of 2**-53, providing 53 bits of randomness.
*
* @param rng - Instance of RandomGenerator to extract random values from
*
* @public
*/
function uniformFloat64(rng) {
	const value1 = rng.next() & mask1;
	const value2 = rng.next() & mask2;
	return value1 * scale26 + value2 * scale53;
}
var scale26, scale53, mask1, mask2;
var init_uniformFloat64 = __esmMin((() => {
	scale26 = 1.4901161193847656e-8;
	scale53 = 11102230246251565e-32;
	mask1 = 67108863;
	mask2 = 134217727;
}));
// ../../work/main/node_modules/pure-rand/lib/esm/generator/xoroshiro128plus.js
function xoroshiro128plusFromState(state) {
	if (!(state.length === 4)) throw new Error("The state must have been produced by a xoroshiro128plus RandomGenerator");
	return new XoroShiro128Plus(state[0], state[1], state[2], state[3]);
}
var jumps, XoroShiro128Plus;
var init_xoroshiro128plus = __esmMin((() => {
	jumps = [
		3639956645,
		3750757012,
		1261568508,
		386426335
	];
	XoroShiro128Plus = class XoroShiro128Plus {
		constructor(s01, s00, s11, s10) {
			this.s01 = s01;
			this.s00 = s00;
			this.s11 = s11;
			this.s10 = s10;
		}
		clone() {
			return new XoroShiro128Plus(this.s01, this.s00, this.s11, this.s10);
		}
		next() {
			const out = this.s00 + this.s10 | 0;
			const a0 = this.s10 ^ this.s00;
			const a1 = this.s11 ^ this.s01;
			const s00 = this.s00;
			const s01 = this.s01;
			this.s00 = s00 << 24 ^ s01 >>> 8 ^ a0 ^ a0 << 16;
			this.s01 = s01 << 24 ^ s00 >>> 8 ^ a1 ^ (a1 << 16 | a0 >>> 16);
			this.s10 = a1 << 5 ^ a0 >>> 27;
			this.s11 = a0 << 5 ^ a1 >>> 27;
			return out;
		}
		jump() {
			let ns01 = 0;
			let ns00 = 0;
			let ns11 = 0;
			let ns10 = 0;
			let s01 = this.s01;
			let s00 = this.s00;
			let s11 = this.s11;
			let s10 = this.s10;
			for (let i = 0; i !== 4; ++i) {
				const ji = jumps[i];
				for (let mask = 1; mask; mask <<= 1) {
					if (ji & mask) {
						ns01 ^= s01;
						ns00 ^= s00;
						ns11 ^= s11;
						ns10 ^= s10;
					}
					const a0 = s10 ^ s00;
					const a1 = s11 ^ s01;
					const s00_ = s00;
					const s01_ = s01;
					s00 = s00_ << 24 ^ s01_ >>> 8 ^ a0 ^ a0 << 16;
					s01 = s01_ << 24 ^ s00_ >>> 8 ^ a1 ^ (a1 << 16 | a0 >>> 16);
					s10 = a1 << 5 ^ a0 >>> 27;
					s11 = a0 << 5 ^ a1 >>> 27;
				}
			}
			this.s01 = ns01;
			this.s00 = ns00;
			this.s11 = ns11;
			this.s10 = ns10;
		}
		getState() {
			return [
				this.s01,
				this.s00,
				this.s11,
				this.s10
			];
		}
	};
}));
// simulator/random.ts
var hash, spread, drawFor;
var init_random = __esmMin((() => {
	init_uniformFloat64();
	init_xoroshiro128plus();
	hash = (text, basis) => {
		let value = basis;
		for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 16777619);
		return value;
	};
	spread = (word) => {
		let value = word;
		value = Math.imul(value ^ value >>> 16, 2246822507);
		value = Math.imul(value ^ value >>> 13, 3266489909);
		return value ^ value >>> 16;
	};
	drawFor = (seed, run, unit, attempt) => {
		const name = `${seed}|${attempt}|${run.length}|${run}|${unit}`;
		const low = hash(name, -2128831035);
		const high = hash(name, -1640531527);
		return uniformFloat64(xoroshiro128plusFromState([
			spread(low),
			spread(high ^ attempt),
			spread(low ^ high) | 1,
			spread(low + high)
		]));
	};
}));
// simulator/runtime/simulated-host.ts
var planAnswer, neverReturns, scenarioDraw, simulatedHost;
var init_simulated_host = __esmMin((() => {
	init_random();
	init_engine();
	planAnswer = (attempt) => {
		const { engine } = instanceOf(attempt.step);
		const { answer } = attempt;
		const at = engine.now + answer.after;
		if (neverReturns(attempt)) {
			if (answer.applied) planCall(engine, "effect", at, attempt);
			return;
		}
		planCall(engine, "return", at, attempt);
		if (answer.duplicate) planCall(engine, "return", at, attempt);
	};
	neverReturns = ({ answer, step }) => answer.then.kind === "hang" || answer.then.kind === "timeout" && step.node.definition.timeout !== null;
	scenarioDraw = (step) => {
		const { scenario } = instanceOf(step).engine;
		const { attempt } = step.context;
		return scenario.draws[step.unit]?.[attempt - 1] ?? drawFor(scenario.seed, scenario.run, step.unit, attempt);
	};
	simulatedHost = {
		send: planAnswer,
		giveUp: () => {},
		draw: scenarioDraw
	};
}));
// core/lifecycle/backoff.ts
var saturate, delayBefore, jittered, formula, exponential;
var init_backoff$2 = __esmMin((() => {
	init_duration();
	saturate = (milliseconds) => Math.min(milliseconds, MAXIMUM_TIME);
	delayBefore = (policy, attempt, linear = "multiplied") => {
		const delay = formula(policy, attempt, linear);
		return policy.maxDelay === null ? delay : Math.min(delay, policy.maxDelay);
	};
	jittered = (delay, draw) => delay * draw;
	formula = (policy, attempt, linear) => {
		const { backoff, initialDelay, multiplier } = policy;
		switch (backoff) {
			case "none": return 0;
			case "fixed": return initialDelay;
			case "linear": return saturate(saturate(linear === "plain" ? initialDelay : initialDelay * multiplier) * (attempt - 1));
			case "exponential": return exponential(initialDelay, multiplier, attempt - 2);
		}
	};
	exponential = (initialDelay, multiplier, exponent) => {
		let delay = saturate(initialDelay);
		for (let step = 0; step < exponent; step += 1) {
			const next = saturate(delay * multiplier);
			if (next === delay) break;
			delay = next;
		}
		return delay;
	};
}));
// simulator/runtime/backoff.ts
var backoffFor, scheduleRetry, backoffEnded;
var init_backoff$1 = __esmMin((() => {
	init_backoff$2();
	init_duration();
	init_emit();
	init_engine();
	init_message();
	init_states$1();
	backoffFor = (step) => {
		const policy = step.context.retry;
		const nth = step.context.attempt - step.context.spent;
		const base = delayBefore(policy, nth + 1, instanceOf(step).engine.choices.Q12);
		if (policy.jitter === "none") return {
			base,
			draw: null,
			delay: base
		};
		const draw = instanceOf(step).engine.host.draw(step);
		return {
			base,
			draw,
			delay: jittered(base, draw)
		};
	};
	scheduleRetry = (step) => {
		const { backoff } = step;
		if (backoff === null) return;
		const { engine } = instanceOf(step);
		const due = Math.min(engine.now + backoff.delay, MAXIMUM_TIME);
		step.cause = emitTimerSet(step, "backoff", due, step.cause, backoff);
		planTimer(engine, "backoff", due, step);
	};
	backoffEnded = (step, attempt) => {
		if (step.state !== STEP.RETRYING || step.context.attempt !== attempt) return;
		const fired = emitTimerFired(step, "backoff", step.cause);
		postToStep(instanceOf(step).engine, step, { type: "backoff.ended" }, fired);
	};
}));
// simulator/runtime/child.ts
var beginChild, depthOf, abandonChild;
var init_child = __esmMin((() => {
	init_create();
	init_engine();
	init_message();
	init_schedule();
	beginChild = (step) => {
		const instance = instanceOf(step);
		const { engine } = instance;
		const { subworkflow } = step.node.definition;
		if (subworkflow === null) return;
		if (depthOf(instance) >= engine.limits.depth) {
			engine.exceeded ??= `it passed its limit of ${engine.limits.depth} nested subworkflows`;
			return;
		}
		const loaded = engine.library.load(subworkflow);
		if (!loaded.ok) {
			const error = {
				class: "internal",
				code: "HX-4109",
				message: loaded.message
			};
			postToStep(engine, step, { type: "rejected" }, step.cause, { error });
			return;
		}
		const { attempt } = step.context;
		const prefix = attempt === 1 ? `${step.unit}/` : `${step.unit}#${attempt}/`;
		const path = `${instance.path}${step.node.id}/`;
		const input = step.input ?? {};
		const child = createInstance(engine, loaded.program, {
			prefix,
			path,
			input,
			parent: step
		});
		step.child = child;
		instance.openChildren += 1;
		engine.active.push(child);
		beginMain(child, step.cause);
	};
	depthOf = (instance) => {
		let depth = 1;
		for (let at = instance.parent; at !== null; at = instanceOf(at).parent) depth += 1;
		return depth;
	};
	abandonChild = (step, cause) => {
		if (step.child !== null && !step.child.isOver) postToInstance(step.child, { type: "cancel.requested" }, cause);
	};
}));
// simulator/runtime/environment.ts
var missingFor, failure, missingResource, changedArtifact, refusedSecurity;
var init_environment = __esmMin((() => {
	init_engine();
	missingFor = (step) => {
		const { engine, program } = instanceOf(step);
		const { environment } = engine.scenario;
		return missingResource(step, program.workflow, environment) ?? changedArtifact(step, program.workflow, environment) ?? refusedSecurity(step.node.definition.security, environment) ?? refusedSecurity(program.workflow.security, environment);
	};
	failure = (code, errorClass, message) => ({
		class: errorClass,
		code,
		message
	});
	missingResource = (step, workflow, environment) => {
		for (const { ref } of step.node.definition.resources) {
			if (environment.resources[ref] !== false) continue;
			const credential = workflow.resources.find(({ id }) => id === ref)?.credential ?? null;
			const why = credential === null ? "it could not be resolved" : `credential '${credential.ref}' not found in store '${credential.store ?? "default"}'`;
			return failure("HX-4102", "internal", `resource '${ref}': ${why}`);
		}
		return null;
	};
	changedArtifact = (step, workflow, environment) => {
		for (const { ref, direction } of step.node.definition.artifacts) {
			const found = environment.artifacts[ref];
			const declared = workflow.artifacts.find(({ id }) => id === ref)?.digest ?? null;
			if (direction === "out" || declared === null || found === void 0) continue;
			if (found === declared) continue;
			return failure("HX-4105", "internal", `artifact '${ref}' is ${found}, not ${declared}`);
		}
		return null;
	};
	refusedSecurity = (security, environment) => {
		if (security === null) return null;
		const { principal, isolation, permissions } = security;
		if (principal !== null && environment.principals[principal] === false) return failure("HX-4201", "internal", `principal '${principal}' can't be honoured`);
		if (isolation !== null && environment.isolations[isolation] === false) return failure("HX-4201", "internal", `isolation '${isolation}' can't be honoured`);
		for (const { action, resource } of permissions) {
			const permission = `${action} ${resource}`;
			if (environment.permissions[permission] !== false) continue;
			return failure("HX-4202", "internal", `permission '${permission}' was denied`);
		}
		return null;
	};
}));
// simulator/runtime/cancel.ts
var cancelStep, cancelFrame, cancelReachable, stillReachable, isHalfReached, cancelLosers, leadsOnlyTo;
var init_cancel = __esmMin((() => {
	init_message();
	init_states$1();
	cancelStep = (step, cause) => postToStep(step.frame.instance.engine, step, { type: "cancelled" }, cause);
	cancelFrame = (frame, cause, sparesRetrying = false) => {
		for (const step of frame.steps) {
			const isSpared = sparesRetrying && step.state === STEP.RETRYING;
			if (isInFlight(step) && !isSpared) cancelStep(step, cause);
		}
	};
	cancelReachable = (instance, cause) => {
		const reachable = stillReachable(instance.main);
		for (const step of instance.main.steps) if (reachable.has(step)) cancelStep(step, cause);
	};
	stillReachable = (frame) => {
		const reached = /* @__PURE__ */ new Set();
		const open = [];
		const visit = (node) => {
			const step = stepIn(frame, node);
			if (step === void 0 || reached.has(step)) return;
			if (step.state !== STEP.PENDING || step.isUnreachable) return;
			reached.add(step);
			open.push(step);
		};
		for (const step of frame.steps) {
			if (isHalfReached(step)) reached.add(step);
			if (isInFlight(step) || isHalfReached(step)) open.push(step);
		}
		for (let step = open.pop(); step !== void 0; step = open.pop()) {
			for (const edge of step.node.outgoing) if (edge.type !== "error") visit(edge.to);
			for (const route of step.node.routes) visit(route);
		}
		return reached;
	};
	isHalfReached = (step) => step.state === STEP.PENDING && !step.isUnreachable && (step.satisfied > 0 || step.isChosen);
	cancelLosers = (winner) => {
		const { frame } = winner;
		const verdicts = /* @__PURE__ */ new Map([[winner.node, true]]);
		const open = [...frame.open].sort((left, right) => left.node.index - right.node.index);
		for (const step of open) {
			if (step === winner) continue;
			if (leadsOnlyTo(step.node, verdicts)) cancelStep(step, winner.cause);
		}
	};
	leadsOnlyTo = (start, verdicts) => {
		const path = [start];
		const onPath = new Set(path);
		for (let node = path[path.length - 1]; node !== void 0; node = path[path.length - 1]) {
			const targets = [...node.outgoing.map((edge) => edge.to), ...node.routes];
			const isLost = targets.length === 0 || targets.some((target) => verdicts.get(target) === false);
			const unknown = targets.find((target) => !verdicts.has(target) && !onPath.has(target));
			if (!isLost && unknown !== void 0 && !verdicts.has(node)) {
				path.push(unknown);
				onPath.add(unknown);
				continue;
			}
			if (!verdicts.has(node)) verdicts.set(node, !isLost && targets.every((target) => verdicts.get(target) === true));
			onPath.delete(node);
			path.pop();
		}
		return verdicts.get(start) === true;
	};
}));
// simulator/runtime/loop.ts
var BEGIN, END, beginLoop, elementsOf, stopWith, continueLoop, decideIteration, wantsIteration, askWhile, beginIteration, endIdleIterations, endIteration, failIteration, endLoop, outputOf$1, abandonLoop;
var init_loop = __esmMin((() => {
	init_region();
	init_cancel();
	init_create();
	init_engine();
	init_message();
	init_schedule();
	init_scope();
	init_states$1();
	BEGIN = { kind: "begin" };
	END = { kind: "end" };
	beginLoop = (step) => {
		const { loop } = step.node;
		if (loop === null) return;
		const elements = loop.definition.kind === "forEach" ? elementsOf(step, loop) : null;
		step.looping = {
			elements: Array.isArray(elements) ? elements : null,
			begun: 0,
			open: /* @__PURE__ */ new Set(),
			succeeded: 0,
			failed: 0,
			isStopping: false,
			failure: null,
			lastFrame: null,
			results: []
		};
		if (elements !== null && !Array.isArray(elements)) stopWith(step.looping, elements.error);
		continueLoop(step, loop, step.looping);
	};
	elementsOf = (step, loop) => {
		if (loop.over === null) return [];
		const result = evaluateFor(step, loop.over);
		if (!result.ok) return { error: expressionError(result, "the over of the loop") };
		if (Array.isArray(result.value)) return result.value;
		return { error: {
			class: "internal",
			code: "HX-4106",
			message: `the over of the loop is ${JSON.stringify(result.value)?.slice(0, 40)}, not an array`
		} };
	};
	stopWith = (looping, error) => {
		looping.isStopping = true;
		looping.failure ??= error;
	};
	continueLoop = (step, loop, looping) => {
		const width = loop.definition.kind === "until" ? 1 : loop.definition.maxConcurrency;
		while (!looping.isStopping && looping.open.size < width) {
			const decision = decideIteration(step, loop, looping);
			if (decision.kind === "begin") beginIteration(step, loop, looping);
			else if (decision.kind === "fail") stopWith(looping, decision.error);
			if (decision.kind === "end") break;
		}
		if (looping.open.size === 0) endLoop(step, loop, looping);
	};
	decideIteration = (step, loop, looping) => {
		const wanted = wantsIteration(step, loop, looping);
		if (wanted.kind !== "begin" || looping.begun < loop.definition.maxIterations) return wanted;
		return {
			kind: "fail",
			error: {
				class: "internal",
				code: "HX-4104",
				message: `iteration ${looping.begun + 1} was refused: maxIterations is ${loop.definition.maxIterations}`
			}
		};
	};
	wantsIteration = (step, loop, looping) => {
		const { kind, count } = loop.definition;
		switch (kind) {
			case "forEach": return looping.begun < (looping.elements?.length ?? 0) ? BEGIN : END;
			case "times": return looping.begun < (count ?? 0) ? BEGIN : END;
			case "while": return askWhile(step, loop, looping, true);
			case "until": return looping.begun === 0 ? BEGIN : askWhile(step, loop, looping, false);
		}
	};
	askWhile = (step, loop, looping, continuesOn) => {
		if (loop.while === null) return END;
		const frame = looping.lastFrame ?? step.frame;
		const test = testFor(step, loop.while, "the while of the loop", frame);
		if (!test.ok) return {
			kind: "fail",
			error: test.error
		};
		return test.holds === continuesOn ? BEGIN : END;
	};
	beginIteration = (step, loop, looping) => {
		const instance = instanceOf(step);
		const index = looping.begun;
		looping.begun += 1;
		const variables = /* @__PURE__ */ new Map([[loop.definition.var, looping.elements?.[index] ?? null], [loop.definition.indexVar, index]]);
		const region = iterationOf(instance.program, loop.body);
		const suffix = `${step.frame.suffix}[${index}]`;
		const frame = createFrame(instance, region, step.frame, step, index, suffix, variables);
		looping.open.add(frame);
		const body = stepIn(frame, loop.body);
		if (body !== void 0) postToStep(instance.engine, body, { type: "reached" }, step.cause);
	};
	endIdleIterations = (instance) => {
		if (instance.idle.length === 0) return false;
		for (const frame of instance.idle.splice(0)) {
			const looping = frame.loop?.looping;
			if (frame.inFlight === 0 && !frame.isOver && looping?.open.has(frame)) endIteration(frame, frame.loop, looping);
		}
		return true;
	};
	endIteration = (frame, step, looping) => {
		const { loop } = step.node;
		if (loop === null) return;
		frame.isOver = true;
		looping.open.delete(frame);
		looping.lastFrame = frame;
		if (step.state !== STEP.RUNNING) return;
		const body = stepIn(frame, loop.body);
		if (body !== void 0) step.cause = body.cause;
		if (frame.failure === null) {
			looping.succeeded += 1;
			looping.results.push(body?.output ?? null);
		} else {
			looping.failed += 1;
			failIteration(frame, frame.failure, loop, looping);
		}
		continueLoop(step, loop, looping);
	};
	failIteration = (frame, failed, loop, looping) => {
		const error = {
			class: failed.error?.class ?? "internal",
			message: `iteration ${frame.iteration} failed: ${failed.unit}`
		};
		const { onItemFailure } = loop.definition;
		if (onItemFailure === "continue") {
			if (looping.succeeded === 0 && looping.failure === null) looping.failure = error;
			return;
		}
		looping.isStopping = true;
		if (onItemFailure === "fail") looping.failure ??= error;
		for (const other of looping.open) cancelFrame(other, failed.cause);
	};
	endLoop = (step, loop, looping) => {
		const { engine } = instanceOf(step);
		const isAbsorbed = loop.definition.onItemFailure === "continue" && looping.succeeded > 0;
		const isRefused = looping.failure?.code !== void 0;
		if (looping.failure !== null && (isRefused || !isAbsorbed)) {
			postToStep(engine, step, { type: "rejected" }, step.cause, { error: looping.failure });
			return;
		}
		settleEscapes(looping, step.frame);
		postToStep(engine, step, { type: "succeeded" }, step.cause, { output: outputOf$1(step, looping) });
	};
	outputOf$1 = (step, looping) => {
		const output = Object.create(null);
		const body = step.node.loop?.body.definition.outputs ?? [];
		for (const { name } of step.node.definition.outputs) output[name] = body.some((port) => port.name === name) ? looping.results.map((result) => result?.[name] ?? null) : step.node.placeholder[name] ?? null;
		return output;
	};
	abandonLoop = (step, cause) => {
		if (step.looping === null) return;
		step.looping.isStopping = true;
		for (const frame of step.looping.open) cancelFrame(frame, cause);
	};
}));
// simulator/runtime/begin.ts
var beginReady, begin$1, run$1, decide$1, resolveInputs, inputOf, resolveInput, boundValue, missingInput;
var init_begin = __esmMin((() => {
	init_attempts$1();
	init_child();
	init_engine();
	init_environment();
	init_loop();
	init_message();
	init_scope();
	init_states$1();
	init_wait();
	beginReady = (instance) => {
		if (instance.ready.length === 0) return false;
		const batch = instance.ready;
		instance.ready = [];
		if (batch.length > 1) batch.sort((left, right) => left.node.index - right.node.index);
		for (const step of batch) if (step.state === STEP.READY) begin$1(step);
		return true;
	};
	begin$1 = (step) => {
		const { engine } = instanceOf(step);
		const { guard } = step.node;
		if (guard !== null && step.context.attempt === 0 && step.rejection === null) {
			const test = testFor(step, guard, "the guard");
			if (test.ok && !test.holds) {
				const detail = `the guard ${step.node.definition.guard} was false`;
				postToStep(engine, step, { type: "guard.refused" }, step.cause, { detail });
				return;
			}
			if (!test.ok) step.rejection = test.error;
		}
		postToStep(engine, step, { type: "started" }, step.cause);
	};
	run$1 = (step) => {
		const { engine } = instanceOf(step);
		if (step.context.attempt === 1) step.rejection ??= resolveInputs(step) ?? missingFor(step);
		if (step.rejection !== null) {
			postToStep(engine, step, { type: "rejected" }, step.cause, { error: step.rejection });
			return;
		}
		if (step.node.performs) {
			dispatch(step, step.cause);
			if (step.node.kind === "human") awaitDecision(step);
			return;
		}
		switch (step.node.kind) {
			case "decision":
				decide$1(step);
				break;
			case "wait":
				setTimeoutTimer(step, step.cause, null);
				beginWait(step);
				break;
			case "loop":
				setTimeoutTimer(step, step.cause, null);
				beginLoop(step);
				break;
			case "subworkflow":
				setTimeoutTimer(step, step.cause, null);
				beginChild(step);
				break;
			default: postToStep(engine, step, { type: "succeeded" }, step.cause);
		}
	};
	decide$1 = (step) => {
		const { engine } = instanceOf(step);
		for (const each of step.node.cases) {
			const test = testFor(step, each.when, `the case ${each.text}`);
			if (!test.ok) {
				postToStep(engine, step, { type: "rejected" }, step.cause, { error: test.error });
				return;
			}
			if (!test.holds) continue;
			step.route = each.to;
			break;
		}
		step.route ??= step.node.otherwise;
		if (step.route !== null) {
			const detail = `routed to '${step.route.id}'`;
			postToStep(engine, step, { type: "succeeded" }, step.cause, { detail });
			return;
		}
		const error = {
			class: "internal",
			code: "HX-4103",
			message: `none of its ${step.node.cases.length} cases was true, and it has no otherwise`
		};
		postToStep(engine, step, { type: "rejected" }, step.cause, { error });
	};
	resolveInputs = (step) => {
		const { inputs } = step.node;
		if (inputs.length === 0) {
			step.input = inputOf(step, instanceOf(step).input);
			return null;
		}
		const values = Object.create(null);
		for (const port of inputs) {
			const resolved = resolveInput(step, port);
			if (!resolved.ok) return resolved.error;
			if (resolved.value !== null) values[port.name] = resolved.value;
			else if (port.required) return missingInput(port);
		}
		step.input = inputOf(step, values);
		return null;
	};
	inputOf = (step, own) => step.undoes === null ? own : {
		input: step.undoes.input,
		output: step.undoes.output
	};
	resolveInput = (step, port) => {
		const bound = boundValue(step, port);
		if (bound !== null) return {
			ok: true,
			value: bound
		};
		if (port.value !== null) {
			const result = evaluateFor(step, port.value);
			if (!result.ok) return {
				ok: false,
				error: expressionError(result, `the input '${port.name}'`)
			};
			if (result.value !== null) return result;
		}
		return {
			ok: true,
			value: port.default ?? null
		};
	};
	boundValue = (step, port) => {
		if (port.source === null) return null;
		const source = stepFor(step.frame, port.source.node);
		if (source === void 0) return null;
		return portOf(readableOutput(source, step), port.source.port);
	};
	missingInput = (port) => {
		const from = port.source === null ? "" : ` from ${port.source.node.id}.${port.source.port}`;
		return {
			class: "internal",
			code: "HX-4101",
			message: `the required input '${port.name}' has no value${from}`
		};
	};
}));
// simulator/runtime/unwind.ts
var announceUnwinding, reasonOf, toUndo, isLeftAlone, planUnwinding, compensateNext, isExhausted, beginNext, compensationEnded, recordCompensation;
var init_unwind = __esmMin((() => {
	init_create();
	init_emit();
	init_message();
	init_states$1();
	announceUnwinding = (instance, reason, cause) => emitOfInstance(instance.engine, {
		type: "unwinding.started",
		reason,
		order: toUndo(instance).map(({ edge }) => instance.path + edge.to.id),
		cause,
		...instance.parent === null ? {} : { unit: instance.parent.unit }
	});
	reasonOf = (failed) => `${failed.unit} failed: ${failed.error?.message ?? failed.error?.class ?? "internal"}`;
	toUndo = (instance) => {
		const pending = [];
		for (let last = instance.completed.length - 1; last >= 0; last -= 1) {
			const step = instance.completed[last];
			if (step.state !== STEP.SUCCEEDED || isLeftAlone(step, pending)) continue;
			const edges = step.node.compensations.filter((edge) => step.refusedCompensations?.has(edge) !== true);
			const wanted = instance.engine.choices.Q6 === "first" ? edges.slice(0, 1) : edges;
			for (const edge of wanted) pending.push({
				step,
				edge
			});
		}
		return pending;
	};
	isLeftAlone = (step, pending) => {
		const { Q7 } = step.frame.instance.engine.choices;
		if (step.frame.loop === null || Q7 === "per-iteration") return false;
		return Q7 === "none" || pending.some((earlier) => earlier.step.node === step.node);
	};
	planUnwinding = (instance) => {
		const pending = toUndo(instance);
		const owed = /* @__PURE__ */ new Map();
		for (const { step } of pending) owed.set(step, (owed.get(step) ?? 0) + 1);
		return {
			pending,
			owed,
			next: 0
		};
	};
	compensateNext = (instance, cause) => {
		instance.unwinding ??= planUnwinding(instance);
		const { unwinding } = instance;
		const last = instance.engine.choices.Q13 === "parallel" ? unwinding.pending.length : 1;
		for (let count = 0; count < last && !isExhausted(unwinding); count += 1) beginNext(instance, unwinding, cause);
	};
	isExhausted = ({ next, pending }) => next >= pending.length;
	beginNext = (instance, unwinding, cause) => {
		const next = unwinding.pending[unwinding.next];
		unwinding.next += 1;
		const step = createCompensation(next.edge.to, next.step);
		step.cause = cause;
		const started = emitCompensationStarted(step, next.step);
		instance.engine.compensations.push(step);
		postToStep(instance.engine, step, { type: "reached" }, started);
	};
	compensationEnded = (step) => {
		const { instance } = step.frame;
		const undone = step.undoes;
		if (step.state !== STEP.SUCCEEDED) {
			postToInstance(instance, { type: "compensation.failed" }, step.cause, step);
			return;
		}
		const owed = (instance.unwinding?.owed.get(undone) ?? 1) - 1;
		instance.unwinding?.owed.set(undone, owed);
		if (owed === 0) postToStep(instance.engine, undone, { type: "compensated" }, step.cause);
		postToInstance(instance, { type: "compensation.succeeded" }, step.cause, step);
	};
	recordCompensation = (instance, step) => {
		const undone = step.undoes;
		if (step.state === STEP.SUCCEEDED) return emitCompensationEnded(step, undone, "compensated", null);
		const cause = step.error?.message ?? step.error?.class ?? "it was skipped";
		const error = {
			class: step.error?.class ?? "internal",
			code: "HX-4110",
			message: `the compensation of ${undone.unit} by ${step.node.id} failed: ${cause}`
		};
		const { code = "HX-4110", class: errorClass, message = "" } = error;
		const about = {
			code,
			class: errorClass,
			message,
			unit: step.unit
		};
		instance.failures.push({
			...about,
			step: instance.path + step.node.id
		});
		instance.errors.push({
			...about,
			node: instance.path + step.node.id,
			attempt: step.context.attempt
		});
		return emitCompensationEnded(step, undone, "compensation_failed", error);
	};
}));
// simulator/runtime/actions.ts
var readMessage, tellStep, move, isDirect, isUnseen, attemptShown, count, act, rememberCompletion, ended, failed$2, isTakenAsHandled, isHandler, isParked, park, reportFailure, tellInstance, announceCancel, announce, isRetryingSpared, actOnInstance;
var init_actions = __esmMin((() => {
	init_compile();
	init_tables();
	init_attempts$1();
	init_backoff$1();
	init_begin();
	init_cancel();
	init_child();
	init_emit();
	init_engine();
	init_loop();
	init_message();
	init_outcome();
	init_schedule();
	init_states$1();
	init_unwind();
	readMessage = (engine) => {
		const message = engine.inbox[engine.read];
		if (engine.read === engine.posted || message === void 0) return false;
		engine.read += 1;
		if (engine.read === engine.posted) {
			engine.read = 0;
			engine.posted = 0;
		}
		if (message.to === "step") tellStep(message);
		else tellInstance(message);
		return true;
	};
	tellStep = (message) => {
		const { step, event } = message;
		const { stepTable } = instanceOf(step).engine.rules;
		const chosen = choose(stepTable, step.state, message.index, step.context, event);
		if (chosen === null) return;
		if (chosen.assign !== null) step.context = chosen.assign(step.context, event);
		if (message.error !== null) step.error = message.error;
		if (message.output !== null) step.output = message.output;
		step.cause = message.cause;
		if (chosen.target >= 0) move(message, chosen.target);
		for (const action of chosen.actions) act(step, action);
	};
	move = (message, to) => {
		const { step } = message;
		const from = step.state;
		const wasInFlight = isInFlight(step);
		step.state = to;
		count(step, Number(isInFlight(step)) - Number(wasInFlight));
		step.backoff = to === STEP.RETRYING ? backoffFor(step) : null;
		const hasRemarks = message.error !== null || message.detail !== void 0 || step.backoff !== null;
		if (isUnseen(step, to)) return;
		step.cause = emitTransition(step, nameOfState(isDirect(step) ? STEP.PENDING : from), nameOfState(to), attemptShown(step, from, to), hasRemarks ? {
			error: message.error ?? void 0,
			detail: message.detail,
			delay: step.backoff?.delay
		} : null);
		if (to === STEP.READY) instanceOf(step).ready.push(step);
		if (to === STEP.READY && from === STEP.PENDING && step.node.definition.join === "any") cancelLosers(step);
		if (from === STEP.RUNNING) {
			abandonLoop(step, step.cause);
			abandonChild(step, step.cause);
		}
	};
	isDirect = (step) => step.undoes !== null && instanceOf(step).engine.choices.Q3 === "direct";
	isUnseen = (step, to) => {
		if (!isDirect(step) || to !== STEP.READY && to !== STEP.RUNNING && to !== STEP.RETRYING) return false;
		if (to === STEP.READY) instanceOf(step).ready.push(step);
		return true;
	};
	attemptShown = (step, from, to) => {
		if (to === STEP.COMPENSATED) return 0;
		return from === STEP.RETRYING && to === STEP.READY ? step.context.attempt + 1 : step.context.attempt;
	};
	count = (step, change) => {
		if (change === 0) return;
		const { frame } = step;
		const { instance } = frame;
		instance.inFlight += change;
		if (step.undoes !== null) return;
		if (change > 0) frame.open.add(step);
		else frame.open.delete(step);
		for (let at = frame; at !== null; at = at.parent) {
			at.inFlight += change;
			if (at.loop !== null && at.inFlight === 0) instance.idle.push(at);
		}
	};
	act = (step, action) => {
		switch (action) {
			case "dispatchAttempt":
				run$1(step);
				return;
			case "scheduleRetry":
				scheduleRetry(step);
				return;
			case "publishOutputs":
				if (step.undoes === null) rememberCompletion(step);
				return;
			case "releaseSuccessors":
				ended(step);
				return;
			case "propagateFailure":
				failed$2(step);
				return;
			case "discardResult":
				if (step.state === STEP.SUCCEEDED && instanceOf(step).engine.choices.Q4 === "compensated") rememberCompletion(step);
				settleOutgoing(step);
				return;
			case "abandonAttempt":
				abandonAttempt(step);
				return;
			case "awaitAttempt":
				if (step.looping !== null) step.looping.isStopping = true;
				return;
		}
	};
	rememberCompletion = (step) => {
		if (step.node.compensations.length > 0) instanceOf(step).completed.push(step);
	};
	ended = (step) => {
		if (step.undoes === null) {
			settleOutgoing(step);
			return;
		}
		if (instanceOf(step).engine.choices.Q16 === "followed") settleOutgoing(step);
		compensationEnded(step);
	};
	failed$2 = (step) => {
		if (step.undoes !== null) {
			compensationEnded(step);
			return;
		}
		const { frame } = step;
		const { instance } = frame;
		if (isParked(step)) {
			park(step);
			return;
		}
		reportFailure(instance, step);
		if (settleOutgoing(step) || isTakenAsHandled(step)) return;
		if (frame.loop === null && isHandler(step) && instance.engine.choices.Q10 === "fails") postToInstance(instance, { type: "handler.failed" }, step.cause, step);
		else if (frame.loop === null) instance.unhandled.push(step);
		else {
			frame.failure ??= step;
			cancelFrame(frame, step.cause);
		}
	};
	isTakenAsHandled = (step) => instanceOf(step).engine.choices.Q17 === "handled" && step.node.outgoing.some(({ type }) => type === "error");
	isHandler = ({ node }) => node.incoming.length > 0 && node.incoming.every(({ type }) => type === "error");
	isParked = (step) => instanceOf(step).context.pauses && step.node.outgoing.every(({ type }) => type !== "error");
	park = (step) => {
		const instance = instanceOf(step);
		instance.parked.push(step);
		reportFailure(instance, step);
		postToInstance(instance, { type: "failure.propagated" }, step.cause, step);
	};
	reportFailure = (instance, step) => {
		const { error } = step;
		instance.errors.push({
			code: error?.code ?? null,
			class: error?.class ?? "internal",
			node: instance.path + step.node.id,
			unit: step.unit,
			attempt: step.context.attempt,
			message: error?.message ?? ""
		});
	};
	tellInstance = (message) => {
		const { instance, event } = message;
		const chosen = choose(instanceTable, instance.state, message.index, instance.context, event);
		if (chosen === null) return;
		if (chosen.assign !== null) instance.context = chosen.assign(instance.context, event);
		if (chosen.target >= 0) instance.state = chosen.target;
		const cause = announce(message);
		for (const action of chosen.actions) actOnInstance(instance, action, cause);
	};
	announceCancel = (instance, cause) => {
		if (instance.parent !== null) return cause ?? 0;
		const requested = emitOfInstance(instance.engine, {
			type: "cancel.requested",
			cause
		});
		return instance.state === INSTANCE.quiescing ? announceUnwinding(instance, "the run was cancelled", requested) : requested;
	};
	announce = ({ instance, event, cause, about }) => {
		switch (event.type) {
			case "cancel.requested": return announceCancel(instance, cause);
			case "failure.propagated": return instance.context.pauses ? emitOfInstance(instance.engine, {
				type: "run.paused",
				cause
			}) : announceUnwinding(instance, reasonOf(about), cause);
			case "compensation.succeeded":
			case "compensation.failed": return recordCompensation(instance, about);
			case "freed":
			case "handler.failed":
			case "settled": return cause ?? 0;
		}
	};
	isRetryingSpared = (instance) => instance.state === INSTANCE.quiescing && instance.engine.choices.Q11 === "continues";
	actOnInstance = (instance, action, cause) => {
		switch (action) {
			case "cancelInFlight":
				cancelFrame(instance.main, cause, isRetryingSpared(instance));
				return;
			case "cancelWaiting":
				if (instance.engine.choices.Q15 === "cancelled") cancelReachable(instance, cause);
				return;
			case "compensateNext":
				compensateNext(instance, cause);
				return;
			case "end":
				endInstance(instance, cause);
				return;
		}
	};
}));
// simulator/runtime/decide.ts
var decideAll, decide, propagateFailure, declareSettled;
var init_decide = __esmMin((() => {
	init_begin();
	init_loop();
	init_message();
	init_schedule();
	init_states$1();
	init_unwind();
	init_wait();
	decideAll = (engine) => {
		const { active } = engine;
		if (active.length === 1) return decide(active[0]);
		let hasDecided = false;
		for (const instance of [...active]) if (decide(instance)) hasDecided = true;
		return hasDecided;
	};
	decide = (instance) => instance.state !== INSTANCE.paused && (propagateFailure(instance) || decideJoins(instance) || askWaits(instance) || endIdleIterations(instance) || beginReady(instance) || declareSettled(instance));
	propagateFailure = (instance) => {
		const failed = instance.unhandled[0];
		if (failed === void 0 || instance.state !== INSTANCE.running) return false;
		instance.unhandled.length = 0;
		postToInstance(instance, { type: "failure.propagated" }, failed.cause, failed);
		return true;
	};
	declareSettled = (instance) => {
		if (instance.inFlight > 0 || instance.openChildren > 0) return false;
		if (instance.unwinding !== null && !isExhausted(instance.unwinding)) return false;
		if (instance.state === INSTANCE.running && giveUpExpecting(instance)) return true;
		const last = instance.engine.trace.length;
		postToInstance(instance, { type: "settled" }, last === 0 ? null : last);
		return true;
	};
}));
// simulator/runtime/turn.ts
var turn, takeNext, isStale, happen, happenWhileDown, drainWorld;
var init_turn = __esmMin((() => {
	init_queue();
	init_actions();
	init_attempts$1();
	init_backoff$1();
	init_control();
	init_crash();
	init_decide();
	init_states$1();
	init_wait();
	turn = (engine) => {
		if (engine.exceeded !== null) return false;
		if (engine.dueControls.length > 0) {
			engine.isDeciding = true;
			obeyDue(engine);
			return true;
		}
		if (!engine.isDown && readMessage(engine)) return true;
		if (!engine.isDeciding && takeNext(engine, engine.now)) return true;
		engine.isDeciding = true;
		if (!engine.isDown && decideAll(engine)) return true;
		engine.isDeciding = false;
		return takeNext(engine, engine.horizon);
	};
	takeNext = (engine, latest) => {
		while ((engine.queue[0]?.at ?? NaN) <= latest) {
			const item = pop(engine.queue);
			if (isStale(item)) continue;
			if (item.at > engine.limits.time) {
				engine.exceeded = `it passed its limit of ${engine.limits.time} ms of virtual time`;
				return false;
			}
			engine.now = Math.max(engine.now, item.at);
			happen(engine, item);
			return true;
		}
		return false;
	};
	isStale = (item) => {
		switch (item.what) {
			case "timeout":
				if (item.call !== null && item.call !== item.step.attempt) return true;
				if (item.call !== null && item.call.life !== item.call.step.frame.instance.engine.life) return true;
				return item.step.state !== STEP.RUNNING || item.step.context.attempt !== item.attempt;
			case "wait": return item.step.state !== STEP.RUNNING || item.step.context.attempt !== item.attempt;
			case "backoff": return item.step.state !== STEP.RETRYING || item.step.context.attempt !== item.attempt;
			default: return false;
		}
	};
	happen = (engine, item) => {
		if (engine.isDown) {
			happenWhileDown(engine, item);
			return;
		}
		switch (item.what) {
			case "return":
				taskReturned(item.attempt);
				return;
			case "effect":
				bookEffect(item.attempt);
				return;
			case "status":
				statusKnown(item.attempt);
				return;
			case "timeout":
				timeoutPassedFor(item.step, item.attempt);
				return;
			case "backoff":
				backoffEnded(item.step, item.attempt);
				return;
			case "wait":
				waitEnded(item.step, item.attempt);
				return;
			case "control":
				obey(engine, item.control);
				return;
		}
	};
	happenWhileDown = (engine, item) => {
		switch (item.what) {
			case "return":
			case "effect":
				bookEffect(item.attempt);
				return;
			case "control":
				if (item.control.action === "resume") resume(engine);
				return;
			case "status": return;
			default: engine.deferred.push(item);
		}
	};
	drainWorld = (engine) => {
		for (let item = pop(engine.queue); item !== void 0; item = pop(engine.queue)) {
			if (item.at > engine.limits.time || engine.exceeded !== null) return;
			if (item.what !== "return" && item.what !== "effect") continue;
			engine.now = item.at;
			happen(engine, item);
		}
	};
}));
// simulator/runtime/run.ts
var begin, runOn, finish, createEngine, whyStalled;
var init_run$1 = __esmMin((() => {
	init_choices();
	init_library();
	init_world$1();
	init_control();
	init_create();
	init_schedule();
	init_simulated_host();
	init_states$1();
	init_turn();
	begin = (program, scenario, limits, rules, choices = defaultChoices, host = simulatedHost) => {
		const pauses = (scenario.onFailure ?? program.workflow.onFailure) === "pause";
		const engine = createEngine(scenario, limits, {
			rules,
			choices,
			pauses,
			host
		});
		const instance = createInstance(engine, program, {
			prefix: "",
			path: "",
			input: scenario.input,
			parent: null
		});
		engine.active.push(instance);
		planControls(engine, scenario.controls);
		beginMain(instance, null);
		return {
			engine,
			instance
		};
	};
	runOn = ({ engine, instance }) => {
		let isMoving = true;
		while (isMoving && !instance.isOver) isMoving = turn(engine);
		return finish({
			engine,
			instance
		});
	};
	finish = ({ engine, instance }) => {
		const isPaused = instance.state === INSTANCE.paused && engine.exceeded === null;
		const stalledBecause = instance.isOver || isPaused ? null : whyStalled(engine);
		if (stalledBecause === null) drainWorld(engine);
		return {
			engine,
			instance,
			stalledBecause
		};
	};
	createEngine = (scenario, limits, surroundings) => ({
		...surroundings,
		scenario,
		horizon: Number.POSITIVE_INFINITY,
		limits,
		world: createWorld(scenario),
		library: createLibrary(scenario.documents),
		queue: [],
		trace: [],
		inbox: [],
		posted: 0,
		read: 0,
		life: 0,
		isDown: false,
		isDeciding: true,
		deferred: [],
		active: [],
		frames: [],
		compensations: [],
		signals: /* @__PURE__ */ new Map(),
		now: 0,
		planned: 0,
		calls: 0,
		controlsByEvent: /* @__PURE__ */ new Map(),
		dueControls: [],
		exceeded: null
	});
	whyStalled = (engine) => {
		if (engine.exceeded !== null) return engine.exceeded;
		if (engine.isDown) return "the runtime crashed and was never resumed";
		for (const step of engine.frames.flatMap((frame) => frame.steps)) {
			if (step.state !== STEP.RUNNING || step.child !== null || step.looping !== null) continue;
			if (step.node.kind === "wait") return `${step.unit} waits for something that never comes`;
			return `${step.unit} never returns, and has no timeout`;
		}
		return "nothing can happen any more";
	};
}));
// simulator/simulate.ts
var simulate, simulateProgram, whyUnsupported, refused;
var init_simulate = __esmMin((() => {
	init_choices();
	init_limits();
	init_profile();
	init_compile$1();
	init_report();
	init_run$1();
	simulate = (workflow, scenario, options = {}) => simulateProgram(compileProgram(workflow), scenario, options);
	simulateProgram = (program, scenario, options = {}) => {
		const rules = rulesOf(scenario.profile ?? program.workflow.profile);
		const reason = rules === null ? "ORBIT can't be simulated yet" : whyUnsupported(program, scenario);
		if (rules === null || reason !== null) return refused(reason ?? "");
		const { choices, ...bounds } = options;
		const limits = {
			...defaultLimits,
			...bounds
		};
		return report(runOn(begin(program, scenario, limits, rules, {
			...defaultChoices,
			...choices
		})));
	};
	whyUnsupported = (program, scenario) => {
		const profile = scenario.profile ?? program.workflow.profile;
		if ((scenario.onFailure ?? program.workflow.onFailure) === "pause" && profile !== "baseline") return `onFailure "pause" is for the baseline profile, not for ${profile}`;
		if (scenario.latency.dispatch > 0 || scenario.latency.decide > 0) return "latency can't be simulated yet";
		if (Object.keys(scenario.workers).length > 0) return "workers can't be simulated yet";
		return null;
	};
	refused = (message) => {
		return {
			outcome: "refused",
			compensation: "none",
			endedAt: 0,
			states: {},
			effects: [],
			failures: [],
			errors: [{
				code: "unsupported",
				class: "internal",
				node: "",
				unit: "",
				attempt: 0,
				message
			}],
			output: null,
			trace: [],
			stalledBecause: null
		};
	};
}));
// simulator/checkpoint.ts
var init_checkpoint = __esmMin((() => {
	init_run$1();
}));
// simulator/simulation.ts
var init_simulation = __esmMin((() => {
	init_checkpoint();
	init_profile();
	init_compile$1();
	init_report();
	init_run$1();
	init_turn();
}));
// simulator/trace/digest.ts
var PIECE$1, digestTrace;
var init_digest = __esmMin((() => {
	init_sha2();
	init_utils();
	init_canonical_json();
	PIECE$1 = 65536;
	digestTrace = (trace, hash = sha256.create()) => {
		let text = "";
		for (const event of trace) {
			text += `${canonicalJson(event)}\n`;
			if (text.length < PIECE$1) continue;
			hash.update(utf8ToBytes(text));
			text = "";
		}
		hash.update(utf8ToBytes(text));
		return bytesToHex(hash.digest());
	};
}));
// simulator/trace/harness-trace.ts
var toHarnessTrace;
var init_harness_trace = __esmMin((() => {
	toHarnessTrace = (trace) => trace.flatMap((event) => {
		if (event.type !== "transition") return [];
		const { node, from, to, attempt, iteration, error } = event;
		const detail = event.detail ?? error?.message;
		return [{
			node,
			from,
			to,
			attempt,
			...iteration === void 0 ? {} : { iteration },
			...error === void 0 ? {} : { errorClass: error.class },
			...detail === void 0 ? {} : { detail }
		}];
	});
}));
// simulator/trace/moments.ts
function startMoments() {
	return {
		list: [{
			at: 0,
			step: 0
		}],
		filled: false
	};
}
/** The moment at which something happens now, as an index. Time never goes back. */
function momentAt(moments, at) {
	if (at > lastMoment(moments).at) {
		moments.list.push({
			at,
			step: 0
		});
		moments.filled = false;
	}
	return moments.list.length - 1;
}
/** One step further within the instant: for what begins and ends without time between. */
function nextMoment(moments) {
	const { at, step } = lastMoment(moments);
	moments.list.push({
		at,
		step: step + 1
	});
	moments.filled = false;
	return moments.list.length - 1;
}
function lastMoment(moments) {
	return moments.list[moments.list.length - 1] ?? {
		at: 0,
		step: 0
	};
}
var init_moments = __esmMin((() => {}));
// simulator/trace/timeline-builder.ts
function startTimeline() {
	return {
		lanes: /* @__PURE__ */ new Map(),
		units: /* @__PURE__ */ new Map(),
		moments: startMoments(),
		turns: [],
		outcome: null,
		endedAt: null,
		last: {
			at: 0,
			seq: 0
		}
	};
}
function readEvent(draft, event) {
	draft.last = {
		at: Math.max(draft.last.at, event.at),
		seq: event.seq
	};
	switch (event.type) {
		case "transition":
			readTransition(draft, event);
			break;
		case "attempt.started":
			readStart(draft, event);
			break;
		case "attempt.ended": {
			const unit = unitOf(draft, event);
			const bar = unit.running ?? unit.ended;
			if (bar === null) break;
			bar.error = event.error ?? bar.error;
			bar.lastSeq = event.seq;
			if (bar === unit.running) endRun(draft, unit, event, barOutcome(event.outcome));
			else if (bar.outcome === "open") bar.outcome = barOutcome(event.outcome);
			break;
		}
		case "timer.set": {
			const { running, backoff } = unitOf(draft, event);
			if (event.timer === "wait" && running !== null) {
				running.kind = "wait";
				running.due = event.due;
			}
			if (event.timer === "backoff" && backoff !== null) backoff.due = event.due;
			break;
		}
		case "result.ignored":
			addMark(draft, event, "late", event.outcome, event.error ?? null);
			break;
		case "compensation.started":
			undoOf(draft, event);
			break;
		case "compensation.ended": {
			const undo = undoOf(draft, event);
			undo.state = event.status;
			undo.error = event.error ?? null;
			break;
		}
		case "unwinding.started":
			addTurn(draft, "unwinding", event);
			break;
		case "cancel.requested":
			addTurn(draft, "cancel", event);
			break;
		case "signal.received":
			addTurn(draft, "signal", event);
			break;
		case "crashed":
			addTurn(draft, "crash", event);
			orphanCalls(draft, event);
			break;
		case "resumed":
			addTurn(draft, "resume", event);
			break;
		case "run.paused":
			addTurn(draft, "pause", event);
			break;
		case "operator.act":
			addTurn(draft, "operator", event);
			break;
		case "instance.ended":
			draft.outcome = event.outcome;
			draft.endedAt = event.at;
			addTurn(draft, "end", event);
	}
}
function finishTimeline(draft) {
	for (const { running, backoff } of draft.units.values()) {
		if (running !== null) closeBar(draft, running, draft.last, "open");
		if (backoff !== null) closeBar(draft, backoff, draft.last, "open");
	}
	if (draft.moments.filled) nextMoment(draft.moments);
	return {
		lanes: [...draft.lanes.values()],
		moments: draft.moments.list,
		turns: draft.turns,
		outcome: draft.outcome,
		endedAt: draft.endedAt,
		lastAt: draft.last.at
	};
}
function readTransition(draft, event) {
	const unit = unitOf(draft, event);
	if (unit.undo === null) unit.lane.state = event.to;
	if (unit.backoff !== null) {
		closeBar(draft, unit.backoff, event, event.to === "READY" ? "succeeded" : "cancelled");
		unit.backoff = null;
	}
	if (event.from === "RUNNING") leaveRunning(draft, unit, event);
	switch (event.to) {
		case "READY":
			unit.ready = {
				at: event.at,
				moment: momentAt(draft.moments, event.at),
				seq: event.seq
			};
			break;
		case "RUNNING":
			startRun(draft, unit, event);
			break;
		case "RETRYING":
			unit.backoff = openBar(draft, unit, "backoff", event);
			unit.backoff.due = event.delay === void 0 ? null : event.at + event.delay;
			unit.backoff.error = event.error ?? null;
			break;
		case "SKIPPED":
		case "CANCELLED": if (event.from === "PENDING" || event.from === "READY") addMark(draft, event, event.to === "SKIPPED" ? "skipped" : "cancelled", null, null);
	}
}
function readStart(draft, event) {
	const unit = unitOf(draft, event);
	const fresh = unit.running?.kind === "span" ? unit.running : startRun(draft, unit, event);
	fresh.kind = "attempt";
	fresh.attempt = event.attempt;
	fresh.purpose = event.purpose;
	const counted = unit.undo ?? unit.lane;
	counted.attempts = Math.max(counted.attempts, event.attempt);
}
/** The bar of a run; until a call is made it is a span. */
function startRun(draft, unit, event) {
	if (unit.running !== null) endRun(draft, unit, event, "open");
	const { ready } = unit;
	unit.ready = null;
	if (ready !== null && ready.at < event.at) closeBar(draft, openBar(draft, unit, "queue", {
		...event,
		...ready
	}, ready.moment), event, "succeeded");
	const run = openBar(draft, unit, "span", event);
	unit.running = run;
	return run;
}
function endRun(draft, unit, event, outcome) {
	if (unit.running === null) return;
	closeBar(draft, unit.running, event, outcome);
	unit.ended = unit.running;
	unit.running = null;
}
/** Calls that are open when the runtime dies are lost to it; waits and backoffs go on. */
function orphanCalls(draft, event) {
	for (const unit of draft.units.values()) if (unit.running?.kind === "attempt") endRun(draft, unit, event, "open");
}
function leaveRunning(draft, unit, event) {
	if (unit.running !== null) {
		unit.running.error = event.error ?? null;
		endRun(draft, unit, event, outcomeOfState(event));
	} else if (unit.ended !== null) unit.ended.lastSeq = event.seq;
}
function openBar(draft, { lane, undo }, kind, event, since = null) {
	if (draft.moments.filled && since === null) nextMoment(draft.moments);
	const bar = {
		kind,
		direction: undo === null ? "forward" : "undo",
		node: event.node,
		unit: event.unit,
		from: event.at,
		to: event.at,
		fromMoment: since ?? momentAt(draft.moments, event.at),
		toMoment: -1,
		attempt: event.attempt,
		outcome: "open",
		purpose: undo === null ? "forward" : "compensation",
		error: null,
		due: null,
		firstSeq: event.seq,
		lastSeq: event.seq
	};
	lane.bars.push(bar);
	return bar;
}
function closeBar(draft, bar, event, outcome) {
	const now = momentAt(draft.moments, event.at);
	bar.to = event.at;
	bar.toMoment = now > bar.fromMoment ? now : nextMoment(draft.moments);
	bar.outcome = outcome;
	bar.lastSeq = event.seq;
}
function addMark(draft, event, kind, result, error) {
	const { lane, undo } = unitOf(draft, event);
	lane.marks.push({
		kind,
		direction: undo === null ? "forward" : "undo",
		node: event.node,
		unit: event.unit,
		at: event.at,
		moment: momentAt(draft.moments, event.at),
		attempt: event.attempt,
		result,
		error,
		seq: event.seq
	});
	draft.moments.filled = true;
}
function addTurn(draft, kind, { at, seq }) {
	draft.turns.push({
		kind,
		at,
		moment: momentAt(draft.moments, at),
		seq
	});
}
function unitOf(draft, event) {
	const known = draft.units.get(event.unit);
	if (known !== void 0) return known;
	const { node, unit } = event;
	const undoes = event.undoes ?? (unit.startsWith(COMPENSATION$1) ? unit.slice(11) : null);
	if (undoes !== null) undoOf(draft, {
		node,
		unit,
		undoes
	});
	return draft.units.get(unit) ?? enter(draft, unit, laneOf(draft, unit, node, event.iteration ?? null), null);
}
function undoOf(draft, { node, unit, undoes }) {
	const lane = laneOf(draft, undoes, undoes, null);
	const known = lane.undos.find((undo) => undo.unit === unit && undo.node === node);
	if (known !== void 0) return known;
	const undo = {
		node,
		unit,
		state: "compensating",
		attempts: 0,
		error: null
	};
	lane.undos.push(undo);
	enter(draft, unit, lane, undo);
	return undo;
}
function enter(draft, unit, lane, undo) {
	const entered = {
		lane,
		undo,
		ready: null,
		running: null,
		ended: null,
		backoff: null
	};
	draft.units.set(unit, entered);
	return entered;
}
function laneOf(draft, unit, node, iteration) {
	const known = draft.lanes.get(unit);
	if (known !== void 0) return known;
	const lane = {
		unit,
		node,
		iteration,
		state: "PENDING",
		attempts: 0,
		bars: [],
		marks: [],
		undos: []
	};
	draft.lanes.set(unit, lane);
	return lane;
}
function barOutcome(outcome) {
	return outcome === "uncertain_side_effect" ? "uncertain" : outcome;
}
function outcomeOfState({ to, error }) {
	switch (to) {
		case "SUCCEEDED": return "succeeded";
		case "CANCELLED": return "cancelled";
		case "SKIPPED": return "timed_out";
		default: return error?.class === "timeout" ? "timed_out" : "failed";
	}
}
var COMPENSATION$1;
var init_timeline_builder = __esmMin((() => {
	init_moments();
	COMPENSATION$1 = "compensate:";
}));
// simulator/trace/timeline.ts
/**
* The timeline of a trace, or of any beginning of one. Linear in its length. Events of
* unknown types are passed over.
*/
function timelineOf(trace) {
	const draft = startTimeline();
	for (const event of trace) readEvent(draft, event);
	return finishTimeline(draft);
}
var init_timeline = __esmMin((() => {
	init_timeline_builder();
}));
// simulator/index.ts
var init_simulator = __esmMin((() => {
	init_choices();
	init_key();
	init_limits();
	init_compile$1();
	init_simulate();
	init_simulation();
	init_digest();
	init_harness_trace();
	init_timeline();
}));
// simulator/trace/explain/headline.ts
/** What happened in one event. Takes the same time wherever in the trace it stands. */
function headlineOf(event, workflow) {
	return {
		subject: subjectOf(nodesOf$2(workflow), event),
		what: whatHappened(event, workflow)
	};
}
function titleOf(event, workflow) {
	const { subject, what } = headlineOf(event, workflow);
	return subject === null ? what.charAt(0).toUpperCase() + what.slice(1) : `${subject}: ${what}`;
}
/** `rate_limit (429)`, as the log prints a failure. */
function errorWords(error) {
	return error.status === void 0 ? error.class : `${error.class} (${error.status})`;
}
function whatHappened(event, workflow) {
	switch (event.type) {
		case "transition": return transitionWords(event, workflow);
		case "attempt.started": {
			const again = event.redelivered === true ? ", sent again" : "";
			return event.purpose === "reconcile" ? `asks whether attempt ${event.attempt} was done` : `attempt ${event.attempt} starts${again}`;
		}
		case "attempt.ended": return attemptEndWords(event);
		case "result.ignored": return `late answer of attempt ${event.attempt} is ignored`;
		case "timer.set": return timerWords(event);
		case "timer.fired": return {
			backoff: "backoff is over",
			timeout: "time is up",
			wait: "wait is over"
		}[event.timer];
		case "cancel.requested": return "the run is cancelled from outside";
		case "signal.received": return `signal ${quote(event.name)} arrives`;
		case "unwinding.started": return "unwinding starts";
		case "run.paused": return "the run waits for an operator";
		case "operator.act": return operatorWords(event, workflow);
		case "crashed": return "the engine crashes";
		case "resumed": return "the engine is back";
		case "compensation.started": return `begins to undo ${unitName(nodesOf$2(workflow), event.undoes)}`;
		case "compensation.ended": return event.status === "compensated" ? `has undone ${unitName(nodesOf$2(workflow), event.undoes)}` : `could not undo ${unitName(nodesOf$2(workflow), event.undoes)}`;
		case "instance.ended": return `the run ends: ${event.outcome.replace("_", " ")}`;
		default: return event.type;
	}
}
function operatorWords(event, workflow) {
	const step = event.step === null ? "" : ` ${unitName(nodesOf$2(workflow), event.step)}`;
	switch (event.command) {
		case "retry-step": return `${event.by} has${step} tried again`;
		case "resume-run": return `${event.by} resumes the run`;
		case "settle-uncertain": return `${event.by} settles what became of${step}`;
	}
}
function timerWords(event) {
	const time = formatTime(event.due - event.at);
	switch (event.timer) {
		case "backoff": return `backs off for ${time}`;
		case "timeout": return `has ${time} for this attempt`;
		case "wait": return `waits ${time}`;
	}
}
function attemptEndWords(event) {
	const attempt = `attempt ${event.attempt}`;
	switch (event.outcome) {
		case "succeeded": return `${attempt} succeeds`;
		case "failed": return event.error === void 0 ? `${attempt} fails` : `${attempt} fails: ${errorWords(event.error)}`;
		case "timed_out": return `${attempt} times out`;
		case "cancelled": return `${attempt} is cancelled`;
		case "uncertain_side_effect": return `${attempt} ends with its effect unknown`;
	}
}
function transitionWords(event, workflow) {
	switch (event.to) {
		case "PENDING": return "is pending";
		case "READY": return event.from === "RETRYING" ? "is ready to try again" : "is ready";
		case "RUNNING": return "runs";
		case "RETRYING": return "will be retried";
		case "SUCCEEDED": return routeWords(event, workflow) ?? (nodesOf$2(workflow).get(event.node)?.kind === "wait" ? "wait is over" : "has succeeded");
		case "SKIPPED": return "is skipped";
		case "FAILED": return event.error === void 0 ? "has failed" : `has failed: ${errorWords(event.error)}`;
		case "CANCELLED": return "is cancelled";
		case "COMPENSATED": return "is undone";
	}
}
/** A decision says where it went: `routed to 'express'`. */
function routeOf(event) {
	return /^routed to '(.*)'$/.exec(event.detail ?? "")?.[1] ?? null;
}
function routeWords(event, workflow) {
	const route = routeOf(event);
	return route === null ? null : `chooses ${nodesOf$2(workflow).get(route)?.name ?? route}`;
}
var init_headline = __esmMin((() => {
	init_words();
}));
// conformance/report/timeline/clock.ts
/** One way of writing for all times of a run that lasts `longest` ms. */
function createClock(longest) {
	if (longest < SECOND) return {
		unit: "ms",
		format: (at) => formatNumber(at, 3)
	};
	if (longest < 2 * MINUTE) {
		const digits = longest < 10 * SECOND ? 3 : 2;
		return {
			unit: "s",
			format: (at) => formatNumber(at / SECOND, digits)
		};
	}
	return {
		unit: "",
		format: formatLong
	};
}
/** `3.5 s`, `2:05`, `1:02:05.3`, `14 d 2.3 s`, `14 d 1:02:05`. */
function formatLong(at) {
	const days = Math.floor(at / DAY);
	const rest = at % DAY;
	const time = rest < MINUTE ? `${formatNumber(rest / SECOND, 3)} s` : formatClock(rest);
	if (days === 0) return time;
	return rest === 0 ? `${days} d` : `${days} d ${time}`;
}
function formatClock(time) {
	const hours = Math.floor(time / HOUR);
	const minutes = Math.floor(time % HOUR / MINUTE);
	const seconds = formatNumber(time % MINUTE / SECOND, 3);
	const padded = /^\d(?:\.|$)/.test(seconds) ? `0${seconds}` : seconds;
	if (hours === 0) return `${minutes}:${padded}`;
	return `${hours}:${String(minutes).padStart(2, "0")}:${padded}`;
}
var SECOND, MINUTE, HOUR, DAY;
var init_clock = __esmMin((() => {
	init_words();
	SECOND = 1e3;
	MINUTE = 60 * SECOND;
	HOUR = 60 * MINUTE;
	DAY = 24 * HOUR;
}));
// conformance/report/formats/events.ts
function* renderEvents(trace, workflow, { paint, glyphs }) {
	const clock = createClock(trace.at(-1)?.at ?? 0);
	const unit = clock.unit === "" ? "" : ` ${clock.unit}`;
	const times = trace.map(({ at }) => clock.format(at) + unit);
	const seqWidth = String(trace.at(-1)?.seq ?? 0).length;
	const timeWidth = widest(times);
	const units = trace.map((event) => "unit" in event ? visible(event.unit) : "");
	const unitWidth = Math.min(LONGEST_UNIT, widest(units));
	for (const [index, event] of trace.entries()) yield `${[
		paint("faint", padStart(String(event.seq), seqWidth)),
		paint("faint", padStart(times[index] ?? "", timeWidth)),
		padEnd(cutMiddle(units[index] ?? "", unitWidth, glyphs.ellipsis), unitWidth),
		visible(titleOf(event, workflow))
	].join("  ").trimEnd()}\n`;
}
var LONGEST_UNIT;
var init_events = __esmMin((() => {
	init_headline();
	init_visible();
	init_width();
	init_clock();
	LONGEST_UNIT = 32;
}));
// conformance/report/formats/json.ts
/** `run --format json`: one object; an array has a line for each element. */
function* renderRunJson(run, digest) {
	const { outcome, compensation, endedAt, states, effects, failures, errors, trace } = run;
	const fields = {
		outcome,
		compensation,
		endedAt,
		digest,
		states
	};
	for (const [name, value] of Object.entries(fields)) yield `${name === "outcome" ? "{" : ","}\n  ${json$1(name)}: ${json$1(value)}`;
	const lists = {
		effects,
		failures,
		errors,
		trace
	};
	for (const [name, list] of Object.entries(lists)) {
		yield `,\n  ${json$1(name)}: `;
		yield* renderList$1(list, "    ", "  ");
	}
	yield ",\n  \"verdicts\": []\n}\n";
}
/** The trace as it is digested: an event a line. */
function* renderNdjson(trace) {
	for (const event of trace) yield `${json$1(event)}\n`;
}
/** An array on its own, an element a line. */
function* renderJsonArray(list) {
	yield* renderList$1(list, "  ", "");
	yield "\n";
}
function* renderList$1(list, indent, end) {
	if (list.length === 0) {
		yield "[]";
		return;
	}
	for (const [index, element] of list.entries()) yield `${index === 0 ? "[" : ","}\n${indent}${json$1(element)}`;
	yield `\n${end}]`;
}
var json$1;
var init_json$1 = __esmMin((() => {
	init_visible();
	json$1 = (value) => safeJson(JSON.stringify(value));
}));
// conformance/report/story/nodes.ts
/**
* A node of a subworkflow goes by the path to it: `enrich/fetch`.
* @param documents Subworkflows by the reference that names them, or its last part; those
*   that are missing or invalid are left out.
*/
function nodesOf(workflow, documents = {}) {
	const nodes = /* @__PURE__ */ new Map();
	const known = /* @__PURE__ */ new Map();
	const enter = (from, path, depth) => {
		for (const node of from.nodes) {
			nodes.set(path + node.id, node);
			if (node.subworkflow === null || depth === DEEPEST$1 || nodes.size > MOST) continue;
			const inner = load(node.subworkflow.href, documents, known);
			if (inner !== null) enter(inner, `${path}${node.id}/`, depth + 1);
		}
	};
	enter(workflow, "", 0);
	return nodes;
}
function load(href, documents, known) {
	const seen = known.get(href);
	if (seen !== void 0) return seen;
	const name = [href, href.slice(href.lastIndexOf("/") + 1)].find((each) => Object.hasOwn(documents, each));
	const text = name === void 0 ? void 0 : documents[name];
	const workflow = text === void 0 ? null : readDocument(text).workflow;
	known.set(href, workflow);
	return workflow;
}
var DEEPEST$1, MOST;
var init_nodes = __esmMin((() => {
	init_read$1();
	DEEPEST$1 = 8;
	MOST = 2e4;
}));
// conformance/report/story/tell-attempt.ts
/** A compensation goes by its node, a loop's body by its unit. */
function nameOf$1({ node, unit }) {
	return unit.startsWith("compensate:") ? node : unit;
}
function tellAttempt(event, trace, index, nodes) {
	const attempt = `${nameOf$1(event)}: attempt ${event.attempt}`;
	const next = nextOf(trace, index, event);
	const then = whatFollows(event, next, nodes.get(event.node));
	if (event.purpose === "reconcile") return tellAnswer(attempt, event, next, then);
	switch (event.outcome) {
		case "succeeded": return event.attempt > 1 ? ["succeeded", `${attempt} succeeded`] : null;
		case "failed": return ["failed", `${attempt} failed: ${errorText(event.error)}${then}`];
		case "timed_out": return ["timed_out", `${attempt} timed out${then}`];
		case "uncertain_side_effect": {
			const known = "it may have been done or not";
			const after = next?.type === "attempt.started" ? "so the far side is asked" : UNREPEATED;
			return ["uncertain", `${attempt} ${howLost(event, trace)}; ${known}, ${after}`];
		}
		case "cancelled": return null;
	}
}
/** What the far side says can be seen in what the step does then. */
function tellAnswer(attempt, { outcome }, next, then) {
	if (outcome !== "succeeded") return ["asked", `${attempt}: the far side could not be asked`];
	if (next?.type !== "transition") return ["asked", `${attempt}: the far side was asked`];
	if (next.to === "SUCCEEDED") return ["asked", `${attempt} was done, says the far side`];
	if (next.error?.uncertain === true) return ["asked", `${attempt}: the far side does not know`];
	return ["asked", `${attempt} was not done, says the far side${then}`];
}
/** What the unit does next at the same instant. */
function nextOf(trace, index, { unit, at }) {
	for (const event of trace.slice(index + 1, index + 1 + NEAR$1)) {
		if (event.at > at) return null;
		if ((event.type === "transition" || event.type === "attempt.started") && event.unit === unit) return event;
	}
	return null;
}
/** Silence has three causes: the time is up, a crash lost the answer, or the way back did. */
function howLost({ cause, error }, trace) {
	const before = cause === null ? void 0 : trace[cause - 1];
	if (before?.type === "resumed" || before?.type === "crashed") return "was lost in the crash";
	return error === void 0 || error.class === "timeout" ? "timed out" : `ended without an answer: ${errorText(error)}`;
}
function errorText(error) {
	if (error === void 0) return "no class given";
	const status = error.status === void 0 ? "" : ` ${error.status}`;
	const code = error.code === void 0 ? "" : `, ${error.code}`;
	const message = error.message === void 0 || error.message === "" ? "" : ` (${error.message})`;
	return `${error.class}${status}${code}${message}`;
}
function whatFollows(event, next, node) {
	if (next?.type !== "transition") return "";
	switch (next.to) {
		case "RETRYING": return next.delay === void 0 ? "" : `; next in ${formatTime(next.delay)}`;
		case "SKIPPED": return ", so it is skipped";
		case "FAILED":
			if (node?.retry == null) return "";
			return event.attempt < node.retry.maxAttempts ? "; not retried" : "; no attempt is left";
		default: return "";
	}
}
var UNREPEATED, NEAR$1;
var init_tell_attempt = __esmMin((() => {
	init_words();
	UNREPEATED = "so no other follows";
	NEAR$1 = 8;
}));
// conformance/report/story/tell-operator.ts
function tellPause({ cause }, trace) {
	const before = cause === null ? void 0 : trace[cause - 1];
	return ["paused", `the run pauses until an operator acts${before?.type === "transition" ? ` on ${before.unit}` : ""}`];
}
function tellAct$1(event, trace) {
	const { by, reason, checkpoint, authorised } = event;
	const why = `${reason === "" ? "no reason given" : `"${reason}"`}, at checkpoint ${checkpoint}`;
	return ["operator", `${by} ${authorised ? actOf(event, trace) : `may not ${wishOf(event)}, so nothing happens`} (${why})`];
}
function actOf(event, trace) {
	const step = event.step ?? "the step";
	const first = trace.slice(event.seq).find(({ cause }) => cause === event.seq);
	switch (event.command) {
		case "retry-step": return first === void 0 ? `wants ${step} tried again, which has not failed: nothing happens` : `has ${step} tried again`;
		case "resume-run": return first === void 0 ? "resumes the run, where nothing failed" : "resumes the run";
		case "settle-uncertain": return first === void 0 ? `settles ${step}: it stays failed` : `settles ${step}: it was done`;
	}
}
function wishOf({ command, step }) {
	const what = step ?? "the step";
	switch (command) {
		case "retry-step": return `have ${what} tried again`;
		case "resume-run": return "resume the run";
		case "settle-uncertain": return `settle ${what}`;
	}
}
var init_tell_operator = __esmMin((() => {}));
// conformance/report/story/notable.ts
/** @param nodes By the names that the trace has for them; without it, those of the workflow. */
function notableEvents(trace, workflow, nodes = nodesOf(workflow)) {
	return trace.flatMap((event, index) => {
		const told = tell$1(event, trace, index, nodes);
		return told === null ? [] : [{
			at: event.at,
			seq: event.seq,
			kind: told[0],
			text: told[1]
		}];
	});
}
function tell$1(event, trace, index, nodes) {
	switch (event.type) {
		case "attempt.ended": return tellAttempt(event, trace, index, nodes);
		case "transition": return tellTransition(event, trace, index, nodes.get(event.node));
		case "timer.set": return event.timer === "wait" ? ["waits", `${nameOf$1(event)} waits ${formatTime(event.due - event.at)}`] : null;
		case "result.ignored": return ["late", `${nameOf$1(event)}: attempt ${event.attempt} ${event.outcome} too late: its result is ignored`];
		case "unwinding.started": {
			const order = withCounts(event.order).join(", ");
			return ["unwinding", `unwinding starts${event.unit === void 0 ? "" : ` within ${event.unit}`}: ${order === "" ? "there is nothing to undo" : order}`];
		}
		case "compensation.ended": return event.status === "compensated" ? ["undone", `${event.node} has undone ${event.undoes}`] : ["failed", `${event.node} has not undone ${event.undoes} (HX-4110)`];
		case "cancel.requested": return ["control", "the run is cancelled from outside"];
		case "signal.received": return ["control", `signal '${event.name}' arrives`];
		case "run.paused": return tellPause(event, trace);
		case "operator.act": return tellAct$1(event, trace);
		case "crashed": return ["control", "the runtime crashes: what is in flight is lost to it"];
		case "resumed": return ["control", "the runtime is back, and goes on from what was recorded"];
		case "attempt.started":
			if (event.redelivered !== true) return null;
			return ["control", `${nameOf$1(event)}: attempt ${event.attempt} is called again, with the same key`];
		case "instance.ended": return ["end", `the run ends ${event.outcome}`];
		default: return null;
	}
}
/** Each name once, in the order of their first: `rollback (3 times)`. */
function withCounts(names) {
	const counts = /* @__PURE__ */ new Map();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return [...counts].map(([name, count]) => count === 1 ? name : `${name} (${count} times)`);
}
function tellTransition(event, trace, index, node) {
	const name = nameOf$1(event);
	const { from, to, detail } = event;
	if (to === "SKIPPED" && from === "READY") return ["skipped", `${name} is skipped${detail === void 0 ? "" : `: ${detail}`}`];
	if (to === "CANCELLED") {
		const join = joinBehind(event, trace);
		return ["cancelled", `${name} is cancelled${join === null ? "" : `: ${join} goes on without it`}`];
	}
	if (to === "FAILED" && from === "RUNNING" && !endsAttempt(event, trace, index)) return ["failed", `${name} fails${node !== void 0 && CALLING.has(node.kind) ? " before its call" : ""}: ${errorText(event.error)}`];
	if (to === "SUCCEEDED" && detail?.startsWith("routed to") === true) return ["routed", `${name} ${detail}`];
	return null;
}
/** The node whose readiness cancelled this one, as an any-join does; null for other causes. */
function joinBehind(event, trace) {
	const cause = event.cause === null ? void 0 : trace[event.cause - 1];
	return cause?.type === "transition" && cause.to === "READY" ? cause.node : null;
}
/** Whether the transition follows from the end of a call, which tells it already. */
function endsAttempt({ unit, attempt }, trace, index) {
	for (let before = index - 1; before >= 0; before -= 1) {
		const event = trace[before];
		if (event?.type === "attempt.ended" && event.unit === unit) return event.attempt === attempt;
		if (event?.type === "transition" && event.unit === unit) return false;
	}
	return false;
}
var CALLING;
var init_notable = __esmMin((() => {
	init_words();
	init_nodes();
	init_tell_attempt();
	init_tell_operator();
	CALLING = /* @__PURE__ */ new Set([
		"task",
		"inference",
		"transform",
		"source",
		"sink",
		"human"
	]);
}));
// conformance/report/story/tell-pauses.ts
function tellPauses({ trace }) {
	const pauses = trace.filter((event) => event.type === "run.paused");
	const [first] = pauses;
	const causes = new Set(trace.map(({ cause }) => cause));
	const acts = trace.filter((event) => event.type === "operator.act" && event.authorised && causes.has(event.seq));
	if (first === void 0 || acts.length === 0) return [];
	if (pauses.length > 1 || acts.length > TOLD$1) return [`the run paused ${pauses.length === 1 ? "once" : `${pauses.length} times`}, and operators brought it on by ${countOf(acts.length, "act")}`];
	return [`the run paused at ${formatTime(first.at)}, until ${joinWords(acts.map(tellAct))}`];
}
function tellAct({ by, command, step, at }) {
	const time = formatTime(at);
	switch (command) {
		case "retry-step": return `${by} had ${step ?? "it"} tried again at ${time}`;
		case "resume-run": return `${by} resumed it at ${time}`;
		case "settle-uncertain": return `${by} settled at ${time} that ${step ?? "it"} was done`;
	}
}
var TOLD$1;
var init_tell_pauses = __esmMin((() => {
	init_words();
	TOLD$1 = 3;
}));
// conformance/report/story/sentence.ts
/** @param nodes By the names that the trace has for them; without it, those of the workflow. */
function tellRun(run, workflow, timeline, nodes = nodesOf(workflow)) {
	const parts = [
		...tellCrashes(run, timeline),
		...tellAlike(timeline.lanes.filter(succeededUnseen), tellUnseenSuccess),
		...tellAlike(timeline.lanes.filter(succeededLate), tellLateSuccess),
		...tellAlike(timeline.lanes.filter(({ state }) => state === "FAILED").sort(byEnd), (lane) => tellFailure(lane, workflow, nodes, timeline)),
		...tellPauses(run),
		...tellCancel(run, timeline),
		...tellSkipped(timeline),
		...tellCancelled(run, timeline),
		...tellUndos(run, timeline)
	];
	if (parts.length === 0) parts.push(tellPlainSuccess(timeline));
	return `${[...parts, tellEnd(run, timeline)].join("; ")}.`;
}
/** What failed first is told first: a step of a subworkflow before the subworkflow. */
function byEnd(left, right) {
	const endOf = ({ bars }) => bars.at(-1)?.lastSeq ?? 0;
	return endOf(left) - endOf(right);
}
function tellEnd({ outcome, endedAt, stalledBecause }, { turns }) {
	const time = formatTime(endedAt);
	switch (outcome) {
		case "stalled": return `the run stalled at ${time}${stalledBecause === null ? "" : `: ${stalledBecause.replace(/\.$/, "")}`}`;
		case "paused": return `the run is paused since ${formatTime(turns.findLast(({ kind }) => kind === "pause")?.at ?? endedAt)}, until an operator acts`;
		case "refused": return "the run was refused";
		case "timed_out": return `the run timed out after ${time}`;
		default: return `the run ended ${outcome} after ${time}`;
	}
}
function tellPlainSuccess({ lanes }) {
	const ran = lanes.filter(({ state }) => state === "SUCCEEDED").length;
	if (ran === 0) return lanes.some(({ bars }) => bars.length > 0) ? "nothing ended" : "nothing ran";
	return ran === 1 ? "the one node that ran succeeded at once" : `all ${ran} nodes that ran succeeded at the first attempt`;
}
/** Of what happened to several units alike, as to the elements of a loop, one part is made. */
function tellAlike(lanes, tell) {
	const units = /* @__PURE__ */ new Map();
	for (const lane of lanes) {
		const what = tell(lane);
		units.set(what, [...units.get(what) ?? [], lane.unit]);
	}
	return [...units].map(([what, names]) => `${listed$1(names)} ${what}`);
}
function attemptsOf({ bars }) {
	return bars.filter(({ kind, purpose }) => kind === "attempt" && purpose === "forward");
}
/** Whether the far side was asked what became of the unit's last attempt. */
function wasAsked({ bars }) {
	return bars.findLast(({ kind }) => kind === "attempt")?.purpose === "reconcile";
}
function succeeded({ state }) {
	return state === "SUCCEEDED" || state === "COMPENSATED";
}
/** The call that did it never answered: others said so. */
function succeededUnseen(lane) {
	return succeeded(lane) && attemptsOf(lane).at(-1)?.outcome === "uncertain";
}
function tellUnseenSuccess(lane) {
	const last = attemptsOf(lane).at(-1);
	const silence = last === void 0 ? "gave no answer" : tellSilence(last);
	return wasAsked(lane) ? `${silence}, but was done, as the far side said when asked` : silence;
}
function succeededLate(lane) {
	return succeeded(lane) && lane.attempts > 1 && !succeededUnseen(lane);
}
function tellLateSuccess(lane) {
	const failed = attemptsOf(lane).filter(({ outcome }) => outcome !== "succeeded");
	return `succeeded at attempt ${lane.attempts} (before: ${tellClasses(failed)})`;
}
/** `rate_limit, unavailable twice`. */
function tellClasses(failed) {
	const counts = /* @__PURE__ */ new Map();
	for (const bar of failed) {
		const word = bar.outcome === "timed_out" ? "timeout" : bar.error?.class ?? bar.outcome;
		counts.set(word, (counts.get(word) ?? 0) + 1);
	}
	return [...counts].map(([word, count]) => count === 1 ? word : `${word} ${count === 2 ? "twice" : `${count} times`}`).join(", ");
}
function tellFailure(lane, workflow, nodes, timeline) {
	const handlers = workflow.edges.filter(({ type, from }) => type === "error" && from === lane.node).map(({ to }) => to).filter((to) => timeline.lanes.some(({ node, bars }) => node === to && bars.length > 0));
	const handled = handlers.length === 0 ? "" : `, and its error edge led to ${listed$1(handlers)}`;
	return `${howItFailed(lane, nodes)}${handled}`;
}
function howItFailed(lane, nodes) {
	const attempts = attemptsOf(lane);
	const last = attempts.at(-1);
	if (last === void 0) return `failed${inBrackets(lane.bars.findLast(({ direction }) => direction === "forward"))}`;
	if (last.outcome === "uncertain" || isUnrepeatableTimeout(last, nodes)) {
		const known = wasAsked(lane) ? "and had not been done when the far side was asked" : "so whether it was done is uncertain";
		return `${tellSilence(last)}, ${known}${tellLate(lane, last)}`;
	}
	const count = attempts.length > 1 ? ` after ${countOf(attempts.length, "attempt")}` : "";
	return `${last.outcome === "timed_out" ? "timed out" : "failed"}${count}${last.outcome === "timed_out" ? "" : inBrackets(last)}${tellLate(lane, last)}`;
}
function tellSilence({ from, to, error }) {
	if (error === null || error.class === "timeout") return `gave no answer for ${formatTime(to - from)}`;
	if (error.class === "internal") return "was lost in the crash";
	return `lost its answer (${error.class})`;
}
function isUnrepeatableTimeout(bar, nodes) {
	return bar.outcome === "timed_out" && nodes.get(bar.node)?.idempotent === false;
}
function inBrackets(bar) {
	if (bar?.error === void 0 || bar.error === null) return "";
	const { code } = bar.error;
	return ` (${bar.error.class}${code === void 0 ? "" : `, ${code}`})`;
}
function tellLate({ marks }, last) {
	const late = marks.find(({ kind, attempt }) => kind === "late" && attempt === last.attempt);
	if (late === void 0) return "";
	const after = formatTime(late.at - last.to);
	return late.result === "succeeded" ? ` (its success came ${after} later and was ignored)` : ` (its failure came ${after} later and was ignored)`;
}
function tellCancel(run, { turns, lanes }) {
	const cancel = turns.find(({ kind }) => kind === "cancel");
	if (cancel === void 0 || run.outcome !== "cancelled") return [];
	const finished = lanes.filter((lane) => lane.state !== "CANCELLED" && attemptsOf(lane).some(({ to }) => to > cancel.at)).map(({ unit }) => unit);
	return [`the run was cancelled from outside at ${formatTime(cancel.at)}`, ...finished.length === 0 ? [] : [`${listed$1(finished)} could only be left to finish`]];
}
function tellCrashes({ trace }, { turns }) {
	const crashes = turns.filter(({ kind }) => kind === "crash");
	const [first] = crashes;
	if (first === void 0) return [];
	const back = turns.find(({ kind, seq }) => kind === "resume" && seq > first.seq);
	const once = back === void 0 ? `at ${formatTime(first.at)}` : `at ${formatTime(first.at)} and was back at ${formatTime(back.at)}`;
	const again = trace.flatMap((event) => event.type === "attempt.started" && event.redelivered === true ? [event.unit] : []);
	const units = [...new Set(again)];
	return [`the runtime crashed ${crashes.length === 1 ? once : `${crashes.length} times`}`, ...units.length === 0 ? [] : [`${listed$1(units)} ${wasOrWere(units)} called again`]];
}
function tellSkipped({ lanes }) {
	const units = lanes.filter(({ state }) => state === "SKIPPED").map(({ unit }) => unit);
	return units.length === 0 ? [] : [`${listed$1(units)} ${wasOrWere(units)} skipped`];
}
/** Those that a join cancelled are told apart from those that an end of the run did. */
function tellCancelled({ trace }, { lanes }) {
	const cancelled = new Set(lanes.filter(({ state }) => state === "CANCELLED").map(({ unit }) => unit));
	const byJoin = /* @__PURE__ */ new Map();
	for (const event of trace) {
		if (event.type !== "transition" || event.to !== "CANCELLED") continue;
		if (!cancelled.has(event.unit)) continue;
		const join = joinBehind(event, trace);
		byJoin.set(join, [...byJoin.get(join) ?? [], event.unit]);
	}
	return [...byJoin].map(([join, units]) => join === null ? `${listed$1(units)} ${wasOrWere(units)} cancelled` : `${join} went on without ${listed$1(units)}`);
}
function tellUndos({ trace }, timeline) {
	if (!timeline.turns.some(({ kind }) => kind === "unwinding")) return [];
	const lanes = new Map(timeline.lanes.map((lane) => [lane.unit, lane]));
	const began = trace.flatMap((event) => {
		if (event.type !== "compensation.started") return [];
		const lane = lanes.get(event.undoes);
		const undo = lane?.undos.find(({ node, unit }) => node === event.node && unit === event.unit);
		return lane === void 0 || undo === void 0 ? [] : [{
			lane,
			undo
		}];
	});
	if (began.length === 0) return ["there was nothing to undo"];
	const done = began.filter(({ lane }) => lane.state === "COMPENSATED").map(({ lane }) => lane.unit);
	const units = [...new Set(done)];
	const parts = [];
	if (units.length > 0) {
		const order = units.length > 1 ? ", newest first" : "";
		parts.push(`${listed$1(units)} ${wasOrWere(units)} undone${order}`);
	}
	for (const { lane, undo } of began) {
		if (undo.state !== "compensation_failed") continue;
		const count = undo.attempts > 1 ? ` after ${countOf(undo.attempts, "attempt")}` : "";
		const why = undo.error === null ? "HX-4110" : `${undo.error.class}, HX-4110`;
		parts.push(`${undo.node} could not undo ${lane.unit}${count} (${why})`);
	}
	return parts;
}
function listed$1(units) {
	if (units.length <= NAMES) return joinWords(units);
	return `${units.slice(0, 4).join(", ")} and ${units.length - NAMES + 1} more`;
}
function wasOrWere(units) {
	return units.length === 1 ? "was" : "were";
}
var NAMES;
var init_sentence = __esmMin((() => {
	init_words();
	init_nodes();
	init_notable();
	init_tell_pauses();
	NAMES = 5;
}));
// conformance/report/story/waiting.ts
/** In the order in which they began to wait; empty for a run that has ended. */
function waitingIn(run, workflow, nodes) {
	if (run.outcome !== "paused" && run.outcome !== "stalled") return [];
	const last = /* @__PURE__ */ new Map();
	for (const event of run.trace) if (event.type === "transition") last.set(event.unit, event);
	return [...last.values()].sort((left, right) => left.seq - right.seq).flatMap((event) => {
		const told = tell(event, run, workflow, nodes.get(event.node));
		return told === null ? [] : [told];
	});
}
function tell(event, run, workflow, node) {
	const { unit, at: since, error, to } = event;
	const base = {
		unit,
		node: event.node,
		since,
		uncertain: error?.uncertain === true
	};
	if (to === "FAILED" && run.outcome === "paused" && !isHandled(event, run, workflow)) {
		const choices = base.uncertain ? ", and nobody knows whether it was done: an operator says so (settle-uncertain), or has it tried again (retry-step)" : ` (${errorText(error)}): an operator has it tried again (retry-step)`;
		return {
			...base,
			forWhom: "operator",
			text: `failed at ${formatTime(since)}${choices}`
		};
	}
	if (to !== "RUNNING" || node?.kind === "loop" || node?.kind === "subworkflow") return null;
	const text = `waits since ${formatTime(since)} ${whatFor(unit, node)}`;
	return {
		...base,
		forWhom: "other",
		text
	};
}
/** Whether an error edge leads on: one without a condition does, of others a trace must be seen. */
function isHandled({ seq, node }, run, workflow) {
	const edges = workflow.edges.filter(({ type, from }) => type === "error" && from === node);
	if (edges.some(({ condition }) => condition === null)) return true;
	const handlers = new Set(edges.map(({ to }) => to));
	return run.trace.slice(seq).some((event) => event.type === "transition" && event.cause === seq && handlers.has(event.node));
}
function whatFor(unit, node) {
	if (node?.kind === "human") return `for a person's answer, the signal '${unit}'`;
	const wait = node?.wait ?? null;
	if (wait?.event != null) return `for the signal '${wait.event}'`;
	if (wait?.until != null) return `for ${wait.until} to be true`;
	if (wait?.duration != null) return "for its time to pass";
	return "for the answer of its call";
}
var init_waiting = __esmMin((() => {
	init_words();
	init_tell_attempt();
}));
// conformance/report/story/containers.ts
/** The units around a unit, the innermost first: `each` for `send[1]`, `enrich` for `enrich/fetch`. */
function containersOf(nodes) {
	const loops = /* @__PURE__ */ new Map();
	for (const [name, { loop }] of nodes) if (loop !== null) loops.set(pathOf(name) + loop.body, name);
	return (unit) => {
		const found = [];
		let at = containerOf(unit, loops);
		while (at !== null && found.length < DEEPEST) {
			found.push(at);
			at = containerOf(at, loops);
		}
		return found;
	};
}
function containerOf(unit, loops) {
	const iteration = /^(.*?)((?:\[\d+\])*)\[\d+\]$/.exec(unit);
	if (iteration !== null) {
		const [, body = "", outer = ""] = iteration;
		const loop = loops.get(nodeOf(body));
		if (loop !== void 0) return pathOf(body) + loop.slice(pathOf(loop).length) + outer;
	}
	const path = pathOf(unit);
	return path === "" ? null : path.slice(0, -1).replace(/#\d+$/, "");
}
/** `enrich/` of `enrich/fetch`. */
function pathOf(name) {
	return name.slice(0, name.lastIndexOf("/") + 1);
}
/** The node of a unit of a second attempt of a subworkflow: `enrich/fetch` of `enrich#2/fetch`. */
function nodeOf(unit) {
	return unit.replace(/#\d+(?=\/)/g, "");
}
var DEEPEST;
var init_containers = __esmMin((() => {
	DEEPEST = 64;
}));
// conformance/report/story/world.ts
/**
* In the order in which things first happened; what never happened comes last.
* @param nodes By the names that the trace has for them; without it, those of the workflow.
*/
function worldOf(run, workflow, nodes = nodesOf(workflow)) {
	const undos = /* @__PURE__ */ new Map();
	const done = /* @__PURE__ */ new Map();
	for (const effect of run.effects) {
		const isUndo = effect.unit.startsWith(COMPENSATION);
		if (!isUndo && WITHOUT_TRACE.has(nodes.get(effect.node)?.kind ?? "task")) continue;
		const unit = isUndo ? effect.unit.slice(11) : effect.unit;
		const effects = isUndo ? undos : done;
		const known = effects.get(unit);
		if (known === void 0) effects.set(unit, [effect]);
		else known.push(effect);
	}
	const containers = containersOf(nodes);
	const failed = new Set(run.failures.map(({ unit }) => unit));
	const standingOf = (unit, node, effects) => {
		const own = undos.get(unit) ?? [];
		const undoneWith = own.length > 0 ? null : containers(unit).find((container) => undos.has(container)) ?? null;
		const undo = own.at(-1) ?? (undoneWith === null ? void 0 : undos.get(undoneWith)?.at(-1));
		const state = run.states[undoneWith ?? unit] ?? "PENDING";
		const happened = effects.length > 0;
		const mismatch = mismatchOf(state, happened, undo !== void 0);
		const unwanted = LOST.has(run.outcome) || run.outcome === "succeeded" && mismatch !== null;
		return {
			unit,
			node,
			times: effects.length,
			at: effects.at(-1)?.at ?? 0,
			undoneBy: undo?.node ?? null,
			undoneWith,
			undone: own.length,
			undoFailed: failed.has(COMPENSATION + unit),
			state: run.states[unit] ?? "PENDING",
			leftBehind: happened && undo === void 0 && unwanted,
			mismatch
		};
	};
	return [...[...done].map(([unit, effects]) => standingOf(unit, effects[0]?.node ?? unit, effects)), ...imagined(run, nodes, done).map(([unit, node]) => standingOf(unit, node, []))];
}
function mismatchOf(state, happened, undone) {
	if (!happened) return "never-happened";
	if (undone) return state === "COMPENSATED" ? null : "undo-unknown-to-run";
	if (state === "COMPENSATED") return "undo-never-happened";
	return state === "SUCCEEDED" ? null : "unknown-to-run";
}
/** Units that succeeded, if one believes the run, and of which the world knows nothing. */
function imagined(run, nodes, done) {
	const undoing = new Set(run.trace.flatMap((event) => event.type === "compensation.started" ? [event.node] : []));
	return Object.entries(run.states).flatMap(([unit, state]) => {
		if (state !== "SUCCEEDED" && state !== "COMPENSATED") return [];
		const node = unit.replace(/(?:\[\d+\])+$/, "").replace(/#\d+(?=\/)/g, "");
		const kind = nodes.get(node)?.kind;
		if (kind === void 0 || !WITH_TRACE.has(kind) || done.has(unit)) return [];
		return undoing.has(node) ? [] : [[unit, node]];
	});
}
var COMPENSATION, WITHOUT_TRACE, WITH_TRACE, LOST;
var init_world = __esmMin((() => {
	init_containers();
	init_nodes();
	COMPENSATION = "compensate:";
	WITHOUT_TRACE = /* @__PURE__ */ new Set([
		"source",
		"transform",
		"inference"
	]);
	WITH_TRACE = /* @__PURE__ */ new Set([
		"task",
		"sink",
		"human"
	]);
	LOST = /* @__PURE__ */ new Set([
		"failed",
		"compensated",
		"cancelled",
		"timed_out"
	]);
}));
// conformance/report/timeline/canvas.ts
function createRow(width) {
	return { cells: new Array(width).fill(BLANK) };
}
function isBlank({ cells }, column) {
	return cells[column]?.character === " ";
}
/** Whether the columns of a text are inside and blank, and so many beside it on either side. */
function hasRoom(row, column, width, margin = 1) {
	if (column < 0 || column + width > row.cells.length) return false;
	for (let at = column - margin; at < column + width + margin; at += 1) if (at >= 0 && at < row.cells.length && !isBlank(row, at)) return false;
	return true;
}
/** Writes over what was there; what lies outside the row is left out. */
function write({ cells }, column, text, tone) {
	let at = column;
	for (const character of text) {
		const width = characterWidth(character);
		if (width > 0 && at >= 0 && at + width <= cells.length) {
			cells[at] = {
				character,
				tone
			};
			for (let behind = 1; behind < width; behind += 1) cells[at + behind] = {
				character: "",
				tone
			};
		}
		at += width;
	}
}
/** Neighbours of one tone are painted together; blanks at the end are left out. */
function renderRow({ cells }, paint) {
	let line = "";
	let piece = "";
	let tone = "plain";
	for (const cell of cells.slice(0, lastInk(cells) + 1)) {
		if (cell.tone !== tone && cell.character !== " ") {
			line += paint(tone, piece);
			piece = "";
			tone = cell.tone;
		}
		piece += cell.character;
	}
	return line + paint(tone, piece);
}
function lastInk(cells) {
	return cells.findLastIndex(({ character }) => character !== " ");
}
var BLANK;
var init_canvas = __esmMin((() => {
	init_width();
	BLANK = {
		character: " ",
		tone: "plain"
	};
}));
// conformance/report/timeline/scale.ts
/** The column of a moment, clamped into the band. */
function columnOf(band, moment) {
	const inside = Math.min(band.lastMoment, Math.max(band.firstMoment, moment));
	return band.columns[inside - band.firstMoment] ?? 0;
}
function scaleMoments(moments, needs, width) {
	const gaps = gapsOf(moments, needs);
	const sum = (key) => gaps.reduce((total, gap) => total + gap[key], 0);
	if (sum("wanted") <= width) return [layOut(gaps, 0, width, "wanted")];
	if (sum("least") <= width) return [layOut(gaps, 0, width, "least")];
	return breakUp(gaps, width);
}
function gapsOf(moments, needs) {
	const least = [];
	const wanted = [];
	for (const { fromMoment, toMoment, ...need } of needs) {
		if (toMoment - fromMoment !== 1) continue;
		least[fromMoment] = Math.max(least[fromMoment] ?? 1, need.least);
		wanted[fromMoment] = Math.max(wanted[fromMoment] ?? 1, need.wanted);
	}
	return moments.slice(1).map((moment, index) => ({
		duration: moment.at - (moments[index]?.at ?? 0),
		least: least[index] ?? 1,
		wanted: wanted[index] ?? 1
	}));
}
function breakUp(gaps, width) {
	const bands = [];
	let first = 0;
	let used = 0;
	for (const [index, gap] of gaps.entries()) {
		if (used + gap.wanted > width && index > first) {
			bands.push(layOut(gaps.slice(first, index), first, width, "wanted"));
			first = index;
			used = 0;
		}
		used += gap.wanted;
	}
	const rest = gaps.slice(first);
	const roomy = Math.min(width, Math.max(used, Math.ceil(width * rest.length / 8)));
	return [...bands, layOut(rest, first, roomy, "wanted")];
}
function layOut(gaps, firstMoment, width, key) {
	const least = gaps.map((gap) => gap[key]);
	const capped = capLongGaps(gaps, least, width);
	const widths = distribute(gaps, least, capped, width);
	const columns = [0];
	for (const gapWidth of widths) columns.push((columns.at(-1) ?? 0) + gapWidth);
	return {
		firstMoment,
		lastMoment: firstMoment + gaps.length,
		columns,
		shortened: shortenedGaps(gaps, capped, widths, firstMoment)
	};
}
function shortenedGaps(gaps, capped, widths, firstMoment) {
	let duration = 0;
	let columns = 0;
	for (const [index, gap] of gaps.entries()) {
		if (gap.duration === 0 || capped.has(index)) continue;
		duration += gap.duration;
		columns += widths[index] ?? 0;
	}
	const perColumn = columns === 0 ? 0 : duration / columns;
	return new Set([...gaps.keys()].filter((index) => capped.has(index)).filter((index) => {
		return (gaps[index]?.duration ?? 0) / (widths[index] ?? 1) >= perColumn * NOTICEABLE;
	}).map((index) => index + firstMoment));
}
/** Gaps that get fewer columns than time would give them: index → columns. */
function capLongGaps(gaps, least, width) {
	const capped = /* @__PURE__ */ new Map();
	const byLength = gaps.map(({ duration }, index) => ({
		duration,
		index
	})).filter(({ duration }) => duration > 0).sort((a, b) => b.duration - a.duration || a.index - b.index);
	const cap = Math.max(8, Math.floor(width / 4));
	for (const [position, { index }] of byLength.entries()) {
		const others = byLength.slice(position);
		const total = others.reduce((sum, { duration }) => sum + duration, 0);
		const room = width - [...capped.values()].reduce((sum, columns) => sum + columns, 0);
		const tiny = others.filter(({ duration }) => duration * room / total < 1).length;
		const next = Math.max(cap >> capped.size, least[index] ?? 1);
		const deserved = (others[0]?.duration ?? 0) * room / total;
		if (tiny * 3 <= others.length || others.length < 2 || deserved <= next * 1.25) break;
		capped.set(index, next);
	}
	return capped;
}
/** Columns for each gap, in all `width` (which is no less than the sum of `least`) or fewer. */
function distribute(gaps, least, capped, width) {
	const widths = gaps.map((_, index) => capped.get(index) ?? least[index] ?? 1);
	let excess = widths.reduce((sum, columns) => sum + columns, 0) - width;
	for (const [index, columns] of widths.entries()) {
		if (excess <= 0) break;
		const given = Math.min(excess, columns - (least[index] ?? 1));
		widths[index] = columns - given;
		excess -= given;
	}
	growToScale(gaps, capped, widths, -excess);
	return widths;
}
/**
* Hands out columns one by one to the gap that is drawn most short of its scale. Gaps without
* duration do not grow: there is nothing to see in them.
*/
function growToScale(gaps, capped, widths, columns) {
	const growing = [...gaps.keys()].filter((index) => (gaps[index]?.duration ?? 0) > 0 && !capped.has(index));
	for (let left = columns; left > 0 && growing.length > 0; left -= 1) {
		let shortest = 0;
		let shortestRatio = -1;
		for (const index of growing) {
			const ratio = (gaps[index]?.duration ?? 0) / ((widths[index] ?? 1) + 1);
			if (ratio > shortestRatio) [shortest, shortestRatio] = [index, ratio];
		}
		widths[shortest] = (widths[shortest] ?? 0) + 1;
	}
}
var NOTICEABLE;
var init_scale = __esmMin((() => {
	NOTICEABLE = 3;
}));
// conformance/report/timeline/axis.ts
/** `width` is that of the rows; the last label may reach beyond the band. */
function drawAxis(timeline, band, clock, glyphs, width) {
	const { axis } = glyphs;
	const rule = createRow(width);
	const labels = createRow(width);
	const end = columnOf(band, band.lastMoment);
	write(rule, 0, axis.line.repeat(end + 1), "faint");
	for (const moment of band.shortened) {
		const from = columnOf(band, moment);
		const length = columnOf(band, moment + 1) - from;
		const sign = axis.shortened.repeat(Math.min(3, Math.max(1, length - 2)));
		write(rule, from + Math.ceil((length - sign.length) / 2), sign, "strong");
	}
	for (const moment of labelOrder(timeline, band)) {
		const at = timeline.moments[moment]?.at ?? 0;
		const text = moment === band.firstMoment && clock.unit !== "" ? `${clock.format(at)} ${clock.unit}` : clock.format(at);
		const column = columnOf(band, moment);
		const start = startOf$1(column, widthOf(text), width);
		if (!hasRoom(labels, start, widthOf(text))) continue;
		write(labels, start, text, "faint");
		write(rule, column, axis.tick, "faint");
	}
	write(rule, 0, axis.start, "faint");
	write(rule, end, axis.end, "faint");
	return {
		rule,
		labels
	};
}
/** Labels stand centred under their tick, as far as the row allows. */
function startOf$1(column, length, width) {
	return Math.max(0, Math.min(column - Math.floor((length - 1) / 2), width - length));
}
/** First come both ends and the turns of the run, then both sides of shortened stretches. */
function labelOrder(timeline, band) {
	const { firstMoment, lastMoment } = band;
	const all = Array.from({ length: lastMoment - firstMoment + 1 }, (_, index) => index + firstMoment);
	const inside = [
		firstMoment,
		lastMoment,
		...timeline.turns.map(({ moment }) => moment),
		...band.shortened,
		...all
	].filter((moment) => moment >= firstMoment && moment <= lastMoment);
	return firstOfEachInstant(timeline, [...new Set(inside)], lastMoment);
}
/** A time is printed once, however many steps its instant has: at the end of a band the last. */
function firstOfEachInstant(timeline, moments, lastMoment) {
	const firstAt = timeline.moments[moments[0] ?? 0]?.at ?? 0;
	const seen = /* @__PURE__ */ new Set([firstAt]);
	return moments.filter((moment, index) => {
		if (index === 0) return true;
		const at = timeline.moments[moment]?.at ?? 0;
		if (seen.has(at) && (moment !== lastMoment || at === firstAt)) return false;
		seen.add(at);
		return true;
	});
}
var init_axis = __esmMin((() => {
	init_width();
	init_canvas();
	init_scale();
}));
// conformance/report/timeline/bars.ts
/** The room that a lane's bars and marks take at least, and would like to have. */
function needsOf(lane) {
	const bars = lane.bars.map((bar) => {
		const { fromMoment, toMoment } = bar;
		const least = bar.kind === "queue" || isInstant(bar) || isQuestion(bar) ? 1 : 2;
		return {
			fromMoment,
			toMoment,
			least,
			wanted: Math.max(least, wantedColumns(bar, lane))
		};
	});
	const marks = lane.marks.map(({ moment }) => ({
		fromMoment: moment,
		toMoment: moment + 1,
		least: 1,
		wanted: 2
	}));
	return [...bars, ...marks];
}
function wantedColumns(bar, lane) {
	switch (bar.kind) {
		case "attempt":
			if (isQuestion(bar)) return 2;
			return numberOf(bar, lane).length + (bar.direction === "undo" ? 3 : 2);
		case "backoff":
		case "wait": return bar.from === bar.to ? 1 : widthOf(formatTime(bar.to - bar.from)) + 2;
		case "queue":
		case "span": return 2;
	}
}
/** Whether it is drawn as a point: a node that calls nothing, takes no time, and holds nothing. */
function isInstant({ kind, from, to, fromMoment, toMoment }) {
	return from === to && toMoment - fromMoment === 1 && (kind === "span" || kind === "backoff");
}
/** Whether it is no attempt, but asks what became of one. */
function isQuestion({ purpose }) {
	return purpose === "reconcile";
}
/** An attempt's number, where there is more than one. */
function numberOf({ direction, unit, attempt }, lane) {
	return (direction === "forward" ? lane.attempts : lane.undos.find((undo) => undo.unit === unit)?.attempts ?? 1) > 1 ? String(attempt) : "";
}
function drawLane(row, lane, band, glyphs) {
	for (const bar of lane.bars) if (bar.toMoment > band.firstMoment && bar.fromMoment < band.lastMoment) drawBar(row, bar, lane, band, glyphs);
	for (const mark of lane.marks) if (mark.moment >= band.firstMoment && mark.moment < band.lastMoment) write(row, columnOf(band, mark.moment), glyphs.mark[mark.kind], toneOfMark(mark));
}
function drawBar(row, bar, lane, band, glyphs) {
	const start = columnOf(band, bar.fromMoment);
	const end = columnOf(band, bar.toMoment);
	const begins = bar.fromMoment >= band.firstMoment;
	const ends = bar.toMoment <= band.lastMoment;
	const tone = toneOfBar(bar);
	if (isInstant(bar) && bar.outcome === "succeeded") {
		if (bar.kind === "span") write(row, start, glyphs.span, tone);
		return;
	}
	if (isQuestion(bar)) {
		write(row, start, glyphs.forward.wait.repeat(end - start - 1) + glyphs.asked, "unknown");
		return;
	}
	write(row, start, (bar.direction === "undo" ? glyphs.undo : glyphs.forward)[bar.kind].repeat(end - start), tone);
	const shortened = [...band.shortened].some((moment) => moment >= bar.fromMoment && moment < bar.toMoment);
	writeLabel(row, bar, lane, {
		start,
		end,
		whole: begins && ends,
		shortened
	}, tone);
	if (!begins) write(row, start, glyphs.continued.left, tone);
	else if (bar.direction === "undo" && bar.kind === "attempt") write(row, start, glyphs.undoHead, tone);
	if (!ends) write(row, end - 1, glyphs.continued.right, tone);
	else if (showsOutcome(bar) && (end - start > 1 || bar.direction === "forward")) write(row, end - 1, signOf$1(bar, glyphs), tone);
}
/** A span that succeeds ends as a point would look, lest it be taken for an attempt. */
function signOf$1({ kind, outcome }, glyphs) {
	return kind === "span" && outcome === "succeeded" ? glyphs.span : glyphs.outcome[outcome];
}
/** A wait that ends as planned needs no sign. */
function showsOutcome({ kind, outcome }) {
	return kind === "attempt" || kind === "span" || outcome !== "succeeded" && kind !== "queue";
}
function writeLabel(row, bar, lane, place, tone) {
	const { start, end } = place;
	const label = labelOf(bar, lane, end - start, place);
	const room = end - start - (bar.kind === "attempt" ? 1 : 0);
	if (label === "") return;
	write(row, start + Math.floor((room - widthOf(label) + 1) / 2), label, tone);
}
function labelOf(bar, lane, length, { whole, shortened }) {
	switch (bar.kind) {
		case "attempt": {
			const edges = bar.direction === "undo" ? 2 : 1;
			const label = numberOf(bar, lane) || (shortened && whole ? formatTime(bar.to - bar.from) : "");
			return widthOf(label) + edges < length ? label : "";
		}
		case "backoff":
		case "wait": {
			const time = formatTime(bar.to - bar.from);
			return whole && widthOf(time) + 2 <= length ? time : "";
		}
		case "queue":
		case "span": return "";
	}
}
/** Before the first bar of an undo the node that undoes, where there is room for its name. */
function nameUndos(row, lane, band) {
	for (const { unit, node } of lane.undos) {
		const first = lane.bars.find((bar) => bar.unit === unit && bar.node === node);
		if (first === void 0 || first.fromMoment < band.firstMoment) continue;
		if (first.fromMoment >= band.lastMoment) continue;
		const name = visible(node);
		const column = columnOf(band, first.fromMoment) - widthOf(name) - 1;
		if (hasRoom(row, column, widthOf(name))) write(row, column, name, "undo");
	}
}
function toneOfBar({ kind, direction, outcome }) {
	if (kind === "backoff" || kind === "queue") return "faint";
	switch (outcome) {
		case "succeeded":
			if (kind === "wait") return "wait";
			return direction === "undo" ? "undo" : "good";
		case "failed":
		case "timed_out": return "bad";
		case "uncertain": return "unknown";
		case "cancelled": return "faint";
		case "open": return "plain";
	}
}
function toneOfMark({ kind }) {
	return kind === "late" ? "unknown" : "faint";
}
var init_bars = __esmMin((() => {
	init_words();
	init_visible();
	init_width();
	init_canvas();
	init_scale();
}));
// conformance/report/timeline/states.ts
function stateOf(lane, glyphs) {
	if (lane.undos.some(({ state }) => state === "compensation_failed")) return {
		sign: glyphs.outcome.failed,
		word: "undo failed",
		tone: "bad"
	};
	switch (lane.state) {
		case "SUCCEEDED": return {
			sign: glyphs.outcome.succeeded,
			word: "succeeded",
			tone: "good"
		};
		case "COMPENSATED": return {
			sign: glyphs.undone,
			word: "undone",
			tone: "undo"
		};
		case "FAILED": return failed$1(lane, glyphs);
		case "SKIPPED": return {
			sign: glyphs.mark.skipped,
			word: "skipped",
			tone: "faint"
		};
		case "CANCELLED": return {
			sign: glyphs.mark.cancelled,
			word: "cancelled",
			tone: "faint"
		};
		case "PENDING": return {
			sign: glyphs.never,
			word: "never ran",
			tone: "faint"
		};
		case "READY":
		case "RUNNING":
		case "RETRYING": return {
			sign: glyphs.outcome.open,
			word: lane.state.toLowerCase(),
			tone: "plain"
		};
	}
}
/** The last attempt decides the sign: a failure, silence, or nobody knows. */
function failed$1(lane, glyphs) {
	const last = lane.bars.findLast(({ kind, direction }) => direction === "forward" && (kind === "attempt" || kind === "span"));
	if (last?.purpose === "reconcile") return {
		sign: glyphs.outcome.failed,
		word: "failed",
		tone: "bad"
	};
	switch (last?.outcome) {
		case "uncertain": return {
			sign: glyphs.outcome.uncertain,
			word: "uncertain",
			tone: "unknown"
		};
		case "timed_out": return {
			sign: glyphs.outcome.timed_out,
			word: "timed out",
			tone: "bad"
		};
		default: return {
			sign: glyphs.outcome.failed,
			word: "failed",
			tone: "bad"
		};
	}
}
var init_states = __esmMin((() => {}));
// conformance/report/timeline/chart.ts
/** Lines of the chart, without the nodes that did nothing. */
function renderChart(timeline, clock, terminal) {
	const lanes = timeline.lanes.filter(({ bars, marks }) => bars.length + marks.length > 0);
	if (lanes.length === 0) return [];
	const columns = divide(lanes, terminal);
	const needs = lanes.flatMap(needsOf);
	const { shown, left } = chooseBands(scaleMoments(timeline.moments, needs, columns.chart - OVERHANG));
	const lines = [];
	for (const [index, band] of shown.entries()) {
		if (index > 0) lines.push("");
		if (left !== null && index === FIRST_BANDS) lines.push(...tellLeft(lanes, left, terminal), "");
		lines.push(...renderBand(timeline, lanes, band, columns, clock, terminal));
	}
	return lines;
}
function divide(lanes, terminal) {
	const longest = widest(lanes.map(({ unit }) => visible(unit)));
	const label = Math.min(longest, Math.max(12, Math.floor(terminal.columns / 4)));
	const state = widest(lanes.map((lane) => stateOf(lane, terminal.glyphs).word)) + 2;
	return {
		label,
		chart: terminal.columns - INDENT - label - 1 - 1 - state
	};
}
function chooseBands(bands) {
	if (bands.length <= 9) return {
		shown: bands,
		left: null
	};
	const middle = bands.slice(FIRST_BANDS, -3);
	return {
		shown: [...bands.slice(0, FIRST_BANDS), ...bands.slice(-3)],
		left: {
			firstMoment: middle[0]?.firstMoment ?? 0,
			lastMoment: middle.at(-1)?.lastMoment ?? 0
		}
	};
}
function tellLeft(lanes, { firstMoment, lastMoment }, { glyphs, paint }) {
	let attempts = 0;
	let nodes = 0;
	for (const { bars } of lanes) {
		const inside = bars.filter(({ fromMoment, toMoment }) => fromMoment >= firstMoment && toMoment <= lastMoment);
		attempts += inside.filter(({ kind }) => kind === "attempt").length;
		if (inside.length > 0) nodes += 1;
	}
	const what = `${countOf(attempts, "attempt")} of ${countOf(nodes, "node")} left out here`;
	return [paint("faint", ` ${glyphs.ellipsis} ${what} (--format events lists them) ${glyphs.ellipsis}`)];
}
function renderBand(timeline, lanes, band, columns, clock, terminal) {
	const { glyphs, paint } = terminal;
	const inset = " ".repeat(INDENT + columns.label + 1);
	const lines = [];
	const turns = renderTurns(timeline, band, columns.chart, terminal);
	if (turns !== "") lines.push(inset + turns);
	for (const lane of lanes) {
		if (!isIn(lane, band)) continue;
		const row = createRow(columns.chart);
		drawLane(row, lane, band, glyphs);
		nameUndos(row, lane, band);
		for (const { kind, moment } of turnsOf(timeline, band)) {
			const column = columnOf(band, moment);
			if (isBlank(row, column)) write(row, column, glyphs.turn[kind], "faint");
		}
		const label = padEnd(cutMiddle(visible(lane.unit), columns.label, glyphs.ellipsis), columns.label);
		const line = `${" ".repeat(INDENT)}${label} ${renderRow(row, paint)}`;
		if (!endsIn(lane, band)) {
			lines.push(line);
			continue;
		}
		const { sign, word, tone } = stateOf(lane, glyphs);
		const used = rowWidth(row);
		lines.push(`${line}${" ".repeat(columns.chart - used + 1)}${paint(tone, `${sign} ${word}`)}`);
	}
	const { rule, labels } = drawAxis(timeline, band, clock, glyphs, columns.chart);
	lines.push(inset + renderRow(rule, paint), inset + renderRow(labels, paint));
	return lines;
}
function rowWidth({ cells }) {
	return cells.findLastIndex(({ character }) => character !== " ") + 1;
}
/** The turns that a line goes through the lanes for: not an end that nothing follows. */
function turnsOf(timeline, band) {
	const last = timeline.moments.length - 1;
	return timeline.turns.flatMap(({ kind, moment }) => kind === "signal" || moment < band.firstMoment || moment > band.lastMoment || kind === "end" && moment === last ? [] : [{
		kind,
		moment
	}]);
}
/** A line above the lanes that names the turns, right of their sign or else left of it. */
function renderTurns(timeline, band, width, { glyphs, paint }) {
	const row = createRow(width);
	const turns = turnsOf(timeline, band);
	for (const { kind, moment } of turns) write(row, columnOf(band, moment), glyphs.turn[kind], "faint");
	for (const { kind, moment } of turns) {
		const column = columnOf(band, moment);
		const word = TURN_WORDS[kind];
		const place = [column + 2, column - 1 - word.length].find((start) => hasRoom(row, start, word.length, 0));
		if (place !== void 0) write(row, place, word, "faint");
	}
	return renderRow(row, paint);
}
function isIn({ bars, marks }, { firstMoment, lastMoment }) {
	return bars.some(({ fromMoment, toMoment }) => toMoment > firstMoment && fromMoment < lastMoment) || marks.some(({ moment }) => moment >= firstMoment && moment < lastMoment);
}
/** Whether nothing of the lane comes behind the band. */
function endsIn({ bars, marks }, { lastMoment }) {
	return bars.every(({ toMoment }) => toMoment <= lastMoment) && marks.every(({ moment }) => moment < lastMoment);
}
var FIRST_BANDS, INDENT, OVERHANG, TURN_WORDS;
var init_chart = __esmMin((() => {
	init_words();
	init_visible();
	init_width();
	init_axis();
	init_bars();
	init_canvas();
	init_scale();
	init_states();
	FIRST_BANDS = 6;
	INDENT = 1;
	OVERHANG = 1;
	TURN_WORDS = {
		unwinding: "unwinding",
		cancel: "cancel",
		crash: "crash",
		resume: "resume",
		pause: "paused",
		operator: "operator",
		end: "end"
	};
}));
// conformance/report/timeline/legend.ts
function renderLegend(timeline, { glyphs, paint, columns }) {
	const bars = timeline.lanes.flatMap((lane) => lane.bars);
	const marks = timeline.lanes.flatMap((lane) => lane.marks);
	const { forward, undo, outcome, mark } = glyphs;
	return wrap([
		[
			bars.some(({ kind }) => kind === "attempt"),
			forward.attempt + outcome.succeeded,
			"attempt"
		],
		[
			bars.some(({ direction }) => direction === "undo"),
			glyphs.undoHead + undo.attempt + outcome.succeeded,
			"undo"
		],
		[
			bars.some(({ kind }) => kind === "backoff"),
			forward.backoff.repeat(2),
			"backoff"
		],
		[
			bars.some(({ kind }) => kind === "wait"),
			forward.wait.repeat(2),
			"wait"
		],
		[
			bars.some(({ kind }) => kind === "queue"),
			forward.queue.repeat(2),
			"queue"
		],
		[
			bars.some(({ kind }) => kind === "span"),
			glyphs.span,
			"no call"
		],
		[
			bars.some(({ purpose }) => purpose === "reconcile"),
			glyphs.asked,
			"asked what became of it"
		],
		[
			bars.some((bar) => bar.outcome === "failed"),
			outcome.failed,
			"failed"
		],
		[
			bars.some((bar) => bar.outcome === "timed_out"),
			outcome.timed_out,
			"timed out"
		],
		[
			bars.some((bar) => bar.outcome === "uncertain"),
			outcome.uncertain,
			"nobody knows"
		],
		[
			bars.some((bar) => bar.outcome === "cancelled") || marks.some(({ kind }) => kind === "cancelled"),
			outcome.cancelled,
			"cancelled"
		],
		[
			bars.some((bar) => bar.outcome === "open"),
			outcome.open,
			"end unknown"
		],
		[
			marks.some(({ kind }) => kind === "skipped"),
			mark.skipped,
			"skipped"
		],
		[
			marks.some(({ kind }) => kind === "late"),
			mark.late,
			"late answer"
		]
	].filter(([occurs]) => occurs).map(([, sign, meaning]) => `${sign} ${meaning}`.replaceAll(" ", TIE)).join(`${TIE} `), columns - 3).map((line) => ` ${paint("faint", line.replaceAll(TIE, " ").trimEnd())}`);
}
var TIE;
var init_legend = __esmMin((() => {
	init_width();
	TIE = "\xA0";
}));
// conformance/report/story/render-world.ts
function renderWorld(standings, terminal) {
	if (standings.length === 0) return [];
	const { glyphs, paint, columns } = terminal;
	const odd = standings.filter(isOdd);
	const plain = standings.filter((standing) => !isOdd(standing));
	const undone = plain.filter(({ undoneBy }) => undoneBy !== null);
	const stands = plain.filter(({ undoneBy, leftBehind }) => undoneBy === null && !leftBehind);
	const left = plain.filter(({ leftBehind }) => leftBehind);
	const names = (units) => listed(units.map(({ unit }) => unit));
	const lines = odd.map((standing) => oddLine(standing, terminal));
	if (left.length > 0) lines.push({
		sign: glyphs.leftBehind,
		text: `left behind: ${names(left)}`,
		tone: "warning"
	});
	if (stands.length > 0) lines.push({
		sign: glyphs.outcome.succeeded,
		text: `stands: ${names(stands)}`,
		tone: "good"
	});
	if (undone.length > 0) lines.push({
		sign: glyphs.undone,
		text: `undone: ${byWhom(undone)}`,
		tone: "undo"
	});
	return [` ${paint("faint", "The world is left with")}`, ...lines.flatMap(({ sign, text, tone }) => {
		const [first = "", ...rest] = wrap(visible(text), columns - 6);
		return [`   ${paint(tone, sign)} ${first}`, ...rest.map((line) => `     ${line}`)];
	})];
}
/** `charge (by refund)`; what one node has undone stands together. */
function byWhom(undone) {
	const units = /* @__PURE__ */ new Map();
	for (const { unit, undoneBy, undoneWith } of undone) {
		const by = `${undoneWith === null ? "" : `with ${undoneWith}, `}by ${undoneBy ?? unit}`;
		units.set(by, [...units.get(by) ?? [], unit]);
	}
	const groups = [...units].map(([by, names]) => `${listed(names)} (${by})`);
	return units.size === undone.length ? listed(groups) : groups.join("; ");
}
/** What a person should look at: done twice or never, or not what the run believes. */
function isOdd({ times, undone, mismatch, undoFailed }) {
	return times > 1 || undone > 1 || mismatch !== null || undoFailed;
}
function oddLine(standing, { glyphs }) {
	const { times, undone, mismatch, undoFailed } = standing;
	const text = tellOdd(standing);
	if (times > 1 || undone > 1) return {
		sign: glyphs.repeated,
		text,
		tone: "bad"
	};
	if (mismatch !== null) return {
		sign: glyphs.outcome.uncertain,
		text,
		tone: "unknown"
	};
	return {
		sign: glyphs.outcome.failed,
		text,
		tone: undoFailed ? "bad" : "plain"
	};
}
/** What is odd about it, as a sentence without its full stop. */
function tellOdd(standing) {
	const { unit, times, undoneBy, undoFailed, state, mismatch, leftBehind } = standing;
	const what = `${unit}${times > 1 ? ` happened ${often(times)} and` : ""}`;
	const is = undoneBy === null ? "stands" : `is undone${again(standing)} (by ${undoneBy})`;
	switch (mismatch) {
		case "unknown-to-run": return `${what} ${is}, though the run has it as ${state}${leftBehind ? ": nothing will undo it" : ""}`;
		case "undo-unknown-to-run": return `${what} ${is}, though the run has it as ${state}`;
		case "undo-never-happened": return `${what} ${is}, though the run has it as ${state}: its undo never happened`;
		case "never-happened": return `${unit} never happened, though the run has it as ${state}`;
		case null: return `${what} ${is}${undoFailed ? ": its undo failed" : ""}`;
	}
}
function again({ undone }) {
	return undone > 1 ? ` ${often(undone)}` : "";
}
function often(times) {
	return times === 2 ? "twice" : `${times} times`;
}
function listed(names) {
	if (names.length <= LISTED$1) return joinWords(names);
	return `${names.slice(0, LISTED$1).join(", ")} and ${names.length - LISTED$1} more`;
}
var LISTED$1;
var init_render_world = __esmMin((() => {
	init_words();
	init_visible();
	init_width();
	LISTED$1 = 6;
}));
// simulator/trace/explain/history.ts
function historyOf(event, trace, workflow) {
	const index = trace[event.seq - 1]?.seq === event.seq ? event.seq - 1 : trace.findIndex((other) => other.seq === event.seq);
	return {
		event,
		trace,
		workflow,
		nodes: nodesOf$2(workflow),
		index
	};
}
function eventBySeq(trace, seq) {
	if (seq === null) return null;
	const near = trace[seq - 1];
	if (near?.seq === seq) return near;
	return trace.find((event) => event.seq === seq) ?? null;
}
function causeOf(history) {
	return eventBySeq(history.trace, history.event.cause);
}
/** The nearest event before this one that the test accepts. */
function lastBefore(history, accepts) {
	for (let index = history.index - 1; index >= 0; index -= 1) {
		const event = history.trace[index];
		if (event !== void 0 && accepts(event)) return event;
	}
	return null;
}
/** The nearest event after this one that the test accepts. */
function firstAfter(history, accepts) {
	for (let index = history.index + 1; index < history.trace.length; index += 1) {
		const event = history.trace[index];
		if (event !== void 0 && accepts(event)) return event;
	}
	return null;
}
function isAttemptStart(unit) {
	return (event) => event.type === "attempt.started" && event.unit === unit;
}
function isAttemptEnd(unit) {
	return (event) => event.type === "attempt.ended" && event.unit === unit;
}
function isBackoff(unit) {
	return (event) => event.type === "timer.set" && event.timer === "backoff" && event.unit === unit;
}
function isTransitionTo(unit, ...states) {
	return (event) => event.type === "transition" && event.unit === unit && states.includes(event.to);
}
/** State and time of the last transition of each node before the event. */
function statesBefore(history) {
	const states = /* @__PURE__ */ new Map();
	for (let index = 0; index < history.index; index += 1) {
		const event = history.trace[index];
		if (event?.type === "transition" && event.unit === event.node) states.set(event.node, event);
	}
	return states;
}
var init_history = __esmMin((() => {
	init_words();
}));
// simulator/trace/explain/attempts.ts
function whyAttemptStarted(history, event) {
	const node = history.nodes.get(event.node);
	const sentences = [];
	if (event.purpose === "reconcile") sentences.push("Its effect is unknown, so the world is asked before the call is sent again.");
	else if (event.redelivered === true) sentences.push("A crash interrupted it; the same attempt is delivered again, with the same key.");
	else if (event.attempt > 1) {
		const wait = lastBefore(history, isBackoff(event.unit));
		const before = lastBefore(history, isAttemptEnd(event.unit));
		const waited = wait === null || wait.due <= wait.at ? "" : ` after ${formatTime(wait.due - wait.at)} of backoff`;
		sentences.push(`${before?.error === void 0 ? "The attempt before ended without success" : `The attempt before failed with ${errorWords(before.error)}`}, so it is tried again${waited}.`);
	} else if (event.undoes !== void 0) sentences.push(`It undoes ${unitName(history.nodes, event.undoes)}, whose input and output it receives. Undoing is new work, with attempts of its own.`);
	else sentences.push("Its inputs are there, so its task is called.");
	if (node !== void 0 && (node.retry !== null || node.timeout !== null)) sentences.push(boundsOf(node));
	if (event.attempt > 1 && event.key !== "") sentences.push("The idempotency key is the one of the first attempt, so a receiver that keeps keys does the work once.");
	return sentences.join(" ");
}
function boundsOf({ retry, timeout }) {
	const bound = timeout === null ? null : `for at most ${formatTime(timeout.duration)}`;
	return retry === null ? `One attempt is allowed, ${bound ?? "without a timeout"}.` : `${countOf(retry.maxAttempts, "attempt is", "attempts are")} allowed, ${bound === null ? "without a timeout" : `each ${bound}`}.`;
}
function whyAttemptEnded(history, event) {
	const node = history.nodes.get(event.node);
	const start = lastBefore(history, isAttemptStart(event.unit));
	const lasted = start === null ? null : formatTime(event.at - start.at);
	switch (event.outcome) {
		case "succeeded": return `The task returned${lasted === null ? "" : ` after ${lasted}`}.${meanwhile(history, event)}`;
		case "failed": return failed(event, lasted);
		case "timed_out": return silence(node, lasted);
		case "cancelled": return "The engine gave up on the call. The task itself may go on in the outside world.";
		case "uncertain_side_effect": return isTimedOut(history, event) ? silence(node, lasted) : "The call was lost on the way, so whether the work was done is unknown.";
	}
}
/** What came over the run while the task was under way. */
function meanwhile(history, event) {
	if (event.purpose !== "forward") return "";
	if (lastBefore(history, (other) => other.type === "cancel.requested") !== null) return " The run was cancelled meanwhile, so the result is discarded and nothing follows from it.";
	const unwinding = lastBefore(history, (other) => other.type === "unwinding.started");
	if (unwinding === null || unwinding.unit !== void 0) return "";
	return history.workflow.edges.some((edge) => edge.type === "compensation" && edge.from === event.node) ? " The run unwinds meanwhile, so no step follows from it, and it will be undone." : " The run unwinds meanwhile, so no step follows from it.";
}
function silence(node, lasted) {
	return `No answer came within ${(node?.timeout == null ? lasted : formatTime(node.timeout.duration)) ?? "its limit"}. Silence is not failure: the work may be done, and the engine cannot tell.`;
}
function isTimedOut(history, event) {
	return lastBefore(history, (other) => other.type === "timer.fired" && other.timer === "timeout" && other.unit === event.unit)?.at === event.at;
}
function failed(event, lasted) {
	const message = event.error?.message;
	const words = event.error === void 0 ? "an error" : `the error class ${event.error.class}`;
	const said = message === void 0 || message === "" ? "" : ` (${message})`;
	return `The task answered${lasted === null ? "" : ` after ${lasted}`} with ${words}${said}.`;
}
function whyIgnored(history, event) {
	const end = lastBefore(history, (other) => isAttemptEnd(event.unit)(other) && other.attempt === event.attempt);
	return `${end === null ? "That attempt was already over" : `That attempt was over at ${formatTime(end.at)} (${OVER[end.outcome]})`}, so this answer changes nothing in the run.${event.outcome === "succeeded" ? " What it did in the outside world stays done." : ""}`;
}
function whyTimerSet(history, event) {
	const node = history.nodes.get(event.node);
	if (event.timer === "wait") return `A wait is a scheduled event at ${formatTime(event.due)}; nothing runs in it, the clock jumps.`;
	const policy = node?.timeout?.onTimeout ?? "fail";
	return `Its timeout bounds one attempt: without an answer by ${formatTime(event.due)} the attempt is over, and onTimeout is “${policy}”.`;
}
function whyTimerFired(history, event) {
	const set = lastBefore(history, (other) => other.type === "timer.set" && other.unit === event.unit && other.timer === event.timer);
	const since = set === null ? "" : ` It was set at ${formatTime(set.at)} for ${formatTime(set.due - set.at)}.`;
	switch (event.timer) {
		case "backoff": return `The time to wait has passed.${since}`;
		case "timeout": return `No answer came in time.${since} The call may still be under way.`;
		case "wait": return `The time that the document asks for has passed.${since}`;
	}
}
/** Why a step is SUCCEEDED: its attempt, or what it has instead of one. */
function whySucceeded(node, unit) {
	if (isCompensation(unit)) return "Its task returned, so what it undoes is undone.";
	switch (node?.kind) {
		case "wait": return waitedFor(node);
		case "loop": return "Its iterations are done.";
		case "parallel":
		case "barrier": return "It has no task of its own, so it is done at once.";
		case "subworkflow": return "The workflow inside it has succeeded.";
		default: return "Its task returned: its outputs are bound, and its outgoing edges are resolved.";
	}
}
function waitedFor({ wait }) {
	if (wait?.duration != null) return `The ${formatTime(wait.duration)} of its wait are over.`;
	if (wait?.event != null) return `The signal ${quote(wait.event)} that it waited for has come.`;
	return "The time that it waited for has come.";
}
var OVER;
var init_attempts = __esmMin((() => {
	init_headline();
	init_history();
	init_words();
	OVER = {
		succeeded: "succeeded",
		failed: "failed",
		timed_out: "timed out",
		cancelled: "cancelled",
		uncertain_side_effect: "effect unknown"
	};
}));
// simulator/trace/explain/backoff.ts
function whyRetrying(history, event) {
	const node = history.nodes.get(event.node);
	const retry = node?.retry ?? null;
	const ended = lastBefore(history, isAttemptEnd(event.unit));
	const next = retry === null ? "" : ` Attempt ${event.attempt + 1} of at most ${retry.maxAttempts}`;
	const timer = firstAfter(history, isBackoff(event.unit));
	const delay = event.delay ?? (timer === null ? null : timer.due - timer.at);
	const when = delay === null ? "" : delay === 0 ? " follows at once." : ` follows in ${formatTime(delay)}.`;
	return `${whyRetryable(node, ended, event)}${next === "" ? "" : next + when}`;
}
function whyRetryable(node, ended, event) {
	const error = event.error ?? ended?.error;
	if (ended?.outcome === "timed_out" && node?.timeout?.onTimeout === "retry") return "Its onTimeout is “retry”, so a timeout is tried again, whatever retryOn says.";
	const list = node?.retry?.retryOn ?? null;
	if (error === void 0) return "The attempt did not succeed, and attempts are left.";
	return list === null ? "The policy names no error classes, so any failure is retried." : `Its retryOn lists ${joinWords(list)}, and ${error.class} is among them.`;
}
/** The formula with its numbers, the clamp, the draw. */
function whyBackoff(history, event) {
	const retry = history.nodes.get(event.node)?.retry ?? null;
	const attempt = (lastBefore(history, isAttemptEnd(event.unit))?.attempt ?? event.attempt) + 1;
	if (retry === null) return `Attempt ${attempt} is due at ${formatTime(event.due)}.`;
	const sentences = [formulaOf(retry, attempt)];
	const delay = event.due - event.at;
	if (event.draw !== void 0) {
		const base = event.base ?? delayBefore(retry, attempt);
		const draw = formatNumber(event.draw, DRAW_DIGITS);
		sentences.push(`Full jitter takes a part of it by chance: the draw ${draw} × ${formatTime(base)} = ${formatTime(delay)}.`);
	} else if (delay > 0) sentences.push("No jitter changes it.");
	sentences.push(`Attempt ${attempt} is due at ${formatTime(event.due)}.`);
	return sentences.join(" ");
}
function formulaOf(retry, attempt) {
	const first = formatTime(retry.initialDelay);
	const times = formatNumber(retry.multiplier, DRAW_DIGITS);
	const raw = delayBefore({
		...retry,
		maxDelay: null
	}, attempt);
	const bound = retry.maxDelay !== null && raw > retry.maxDelay ? `, clamped to maxDelay ${formatTime(retry.maxDelay)}` : "";
	const value = `${formatTime(raw)}${bound}`;
	switch (retry.backoff) {
		case "none": return `Backoff none: attempt ${attempt} need not wait.`;
		case "fixed": return `Backoff fixed: each wait is ${value}.`;
		case "linear": return `Backoff linear: ${first} × ${times} × (${attempt} − 1) = ${value}.`;
		case "exponential": return `Backoff exponential: ${first} × ${times}^(${attempt} − 2) = ${value}.`;
	}
}
/** Why a failure is final, and what it leads to. */
function whyFailed(history, event) {
	const node = history.nodes.get(event.node);
	return `${whyFinal(history, event, node)} ${consequence(history, event, node)}`;
}
function whyFinal(history, event, node) {
	const ended = lastBefore(history, isAttemptEnd(event.unit));
	const message = event.error?.message;
	if (node?.kind === "loop") return "Its iterations failed as onItemFailure counts them.";
	if (ended === null) return `It failed before its task was called${event.error?.code === void 0 ? "" : ` (${event.error.code})`}${message === void 0 ? "" : `: ${message.replace(/\.$/, "")}`}.`;
	const retry = node?.retry ?? null;
	const name = event.error?.class ?? ended.error?.class ?? "failure";
	if (node !== void 0 && !node.idempotent && node.kind !== "transform") return "It is declared idempotent=\"false\", so it is never sent again by itself.";
	if (retry === null) return "It has no retry policy: one attempt is all it gets.";
	if (event.attempt >= retry.maxAttempts) return `Attempt ${event.attempt} was the last of ${retry.maxAttempts}.`;
	if (retry.retryOn !== null && !retry.retryOn.includes(name)) return `Its retryOn lists ${joinWords(retry.retryOn)}; ${name} is not among them, so ${leftOut(event.attempt + 1, retry.maxAttempts)} not made.`;
	return `The failure (${name}) is not one that is retried.`;
}
function leftOut(from, to) {
	return from === to ? `attempt ${from} is` : `attempts ${from} to ${to} are`;
}
function consequence(history, event, node) {
	if (isCompensation(event.unit)) return "The other compensations still run, and the run ends failed.";
	const loop = history.workflow.nodes.find((other) => other.loop?.body === node?.id);
	if (loop?.loop != null) return `${nameOf$2(history.nodes, loop.id)} decides what follows: its onItemFailure is “${loop.loop.onItemFailure}”.`;
	const handlers = history.workflow.edges.filter((edge) => edge.type === "error" && edge.from === event.node);
	if (handlers.length > 0) return `An error edge leads to ${joinWords(handlers.map((edge) => nameOf$2(history.nodes, edge.to)))}, which handles it${handlers.some((edge) => edge.condition !== null) ? ", if its condition holds" : ""}.`;
	return "No error edge leaves it, so nothing handles the failure and the run unwinds.";
}
var DRAW_DIGITS;
var init_backoff = __esmMin((() => {
	init_backoff$2();
	init_history();
	init_words();
	DRAW_DIGITS = 4;
}));
// simulator/trace/explain/readiness.ts
function whyReady(history, event) {
	if (event.from === "RETRYING") return `The backoff is over, so attempt ${event.attempt} comes next.`;
	if (isCompensation(event.unit)) return `Unwinding selected it: it undoes ${unitName(history.nodes, undoneUnit(event.unit))}. A compensating step runs only when it is selected so.`;
	const node = history.nodes.get(event.node);
	if (node === void 0) return "It can run now.";
	return whyIterated(history, event) ?? whyChosen(history, node) ?? whyJoined(history, node) ?? (history.workflow.entry === node.id ? "The document names it as its entry, so it is ready when the run begins." : "No edge leads to it, so it is in the entry set and ready when the run begins.");
}
function whyIterated(history, event) {
	const loop = history.workflow.nodes.find((node) => node.loop?.body === event.node);
	if (loop?.loop == null) return null;
	const bound = `at most ${countOf(loop.loop.maxIterations, "iteration")}`;
	const iteration = event.iteration === void 0 ? "an iteration" : `iteration ${event.iteration}`;
	return `${nameOf$2(history.nodes, loop.id)} (${loop.loop.kind}, ${bound}) starts ${iteration} of its body.`;
}
/** A decision chose the node: the case or the otherwise that names it. */
function whyChosen(history, node) {
	const decisions = history.workflow.nodes.filter((other) => other.otherwise === node.id || other.cases?.some((one) => one.to === node.id));
	if (decisions.length === 0) return null;
	const chosen = lastBefore(history, (event) => event.type === "transition" && event.to === "SUCCEEDED" && decisions.some((decision) => decision.id === event.node) && (routeOf(event) ?? node.id) === node.id);
	if (chosen === null) return null;
	const decision = decisions.find((other) => other.id === chosen.node);
	if (decision === void 0) return null;
	return `${nameOf$2(history.nodes, decision.id)} chose it: ${caseWords(decision, node.id)}.`;
}
/** Which case leads to a target, in the document's own words. */
function caseWords(decision, target) {
	const cases = (decision.cases ?? []).filter((one) => one.to === target);
	const [first] = cases;
	if (first === void 0 || cases.length === 0 && decision.otherwise === target) return "no case was true, and this is its otherwise";
	if (cases.length === 1 && decision.otherwise !== target) return (decision.cases ?? []).indexOf(first) === 0 ? `its first case, ${first.when}, is true` : `its case ${first.when} is the first that is true`;
	return `one of ${joinWords(cases.map((one) => one.when), "or")} is true${decision.otherwise === target ? ", or no case was" : ""}`;
}
function whyJoined(history, node) {
	const edges = history.workflow.edges.filter((edge) => edge.to === node.id && JOINING.includes(edge.type));
	if (edges.length === 0) return null;
	const cause = causeOf(history);
	const last = cause !== null && "node" in cause ? cause.node : null;
	const failed = edges.find((edge) => edge.type === "error" && edge.from === last);
	if (failed !== void 0) return `${nameOf$2(history.nodes, failed.from)} failed for good, and this error edge fires: the failure is handled here, so the run does not unwind.`;
	const states = statesBefore(history);
	const satisfied = [];
	const negative = [];
	for (const from of new Set(edges.map((edge) => edge.from))) {
		const state = states.get(from);
		const words = `${nameOf$2(history.nodes, from)} ${stateWords(state)}`;
		(edges.some((edge) => edge.from === from && isSatisfied(edge, state?.to)) ? satisfied : negative).push(words);
	}
	const turned = negative.length === 0 ? "" : ` (not awaited: ${joinWords(negative)})`;
	const done = `${joinWords(satisfied)}${turned}`;
	if (satisfied.length + negative.length === 1) return `${done}, which satisfies its only incoming edge.`;
	switch (node.join) {
		case "any": return `Its join policy is any: the first satisfied edge is enough. ${done}.`;
		case "quorum": return `Its join policy asks for ${node.quorum ?? 1} of ${edges.length} edges. ${done}.`;
		case "all": return `Its join policy is all, and the last of its ${edges.length} incoming edges is resolved: ${done}.`;
	}
}
function stateWords(state) {
	const words = STATE_WORDS[state?.to ?? "PENDING"];
	return words.startsWith("is ") ? words : `${words} at ${formatTime(state?.at ?? 0)}`;
}
function isSatisfied(edge, state) {
	switch (state) {
		case "SUCCEEDED":
		case "SKIPPED": return edge.type !== "error";
		case "FAILED": return edge.type === "error" || edge.type === "dependency";
		case "CANCELLED":
		case "COMPENSATED": return edge.type === "dependency";
		default: return false;
	}
}
function whyRunning(history, event) {
	const node = history.nodes.get(event.node);
	if (node === void 0) return "It was ready.";
	if (event.attempt > 1) return `It was ready again: this is attempt ${event.attempt}${ofAtMost(node)}.`;
	const guard = node.guard === null ? "" : `Its guard ${node.guard} is true. `;
	switch (node.kind) {
		case "decision": return `${guard}It looks at its cases in document order, and takes the first that is true.`;
		case "wait": return `${guard}Nothing runs in a wait: only time passes.`;
		case "loop": return `${guard}It runs its body as long as its condition allows.`;
		case "parallel":
		case "barrier": return `${guard}It has no task of its own, so it passes at once.`;
		default: return `${guard}Its inputs are there, so its task can be called: attempt ${Math.max(event.attempt, 1)}${ofAtMost(node)}.`;
	}
}
/** ` of at most 4`; without a retry policy there is one attempt (§8.1). */
function ofAtMost(node) {
	return node.retry === null ? ", its only one" : ` of at most ${node.retry.maxAttempts}`;
}
function whySkipped(history, event) {
	const node = history.nodes.get(event.node);
	if (event.from === "RUNNING") return `Its timeout${node?.timeout == null ? "" : ` of ${formatTime(node.timeout.duration)}`} passed, and onTimeout is “skip”: the run goes on without its outputs, attempts left or not.`;
	if (node?.guard != null) return `Its guard ${node.guard} is false. What follows goes on, without its outputs.`;
	return event.detail === void 0 ? "It is not needed." : `${event.detail}.`;
}
function whyCancelled(history, event) {
	const asked = lastBefore(history, (other) => other.type === "cancel.requested");
	if (asked !== null) return `The run was cancelled from outside at ${formatTime(asked.at)}, so it goes no further.`;
	if (lastBefore(history, (other) => other.type === "unwinding.started") !== null || causeOf(history)?.type === "unwinding.started") return "The run unwinds, and whatever is ready, running or waiting is stopped first; only a running step that is not idempotent may finish.";
	const cause = causeOf(history);
	const winner = cause !== null && "node" in cause && cause.node !== event.node ? cause.node : null;
	if (winner !== null && lastBefore(history, isTransitionTo(winner, "FAILED"))?.seq === cause?.seq) return `${nameOf$2(history.nodes, winner)} failed, and the run is about to unwind: what is in flight is stopped first.`;
	return `${winner === null ? "A join" : nameOf$2(history.nodes, winner)} has its first satisfied edge (join policy any), and this branch could lead only there.`;
}
var JOINING, STATE_WORDS;
var init_readiness = __esmMin((() => {
	init_headline();
	init_history();
	init_words();
	JOINING = [
		"control",
		"data",
		"dependency",
		"error"
	];
	STATE_WORDS = {
		PENDING: "is not reached",
		READY: "is still ready",
		RUNNING: "is still running",
		RETRYING: "is still retrying",
		SUCCEEDED: "succeeded",
		SKIPPED: "was skipped",
		FAILED: "failed",
		CANCELLED: "was cancelled",
		COMPENSATED: "was undone"
	};
}));
// simulator/trace/explain/unwinding.ts
/** SUCCEEDED units that a compensation edge leaves and that are not yet undone, newest first. */
function stillToUndo(history) {
	const targets = /* @__PURE__ */ new Map();
	for (const edge of history.workflow.edges) if (edge.type === "compensation" && !targets.has(edge.from)) targets.set(edge.from, edge.to);
	const begun = /* @__PURE__ */ new Set();
	const completed = [];
	for (let index = 0; index < history.index; index += 1) {
		const event = history.trace[index];
		if (event?.type === "compensation.started") begun.add(event.undoes);
		if (event?.type !== "transition" || event.to !== "SUCCEEDED" || isCompensation(event.unit)) continue;
		const by = targets.get(event.node);
		if (by !== void 0) completed.push({
			undoes: event.unit,
			by,
			completedAt: event.at
		});
	}
	return completed.reverse().filter((undo) => !begun.has(undo.undoes));
}
function whyUnwinding(history, event) {
	const { nodes } = history;
	const undos = stillToUndo(history);
	const because = reasonWords(history, event);
	const rest = keptWords(history);
	if (undos.length === 0) return `${because}No completed step has a compensation, so there is nothing to undo.${rest}`;
	const order = undos.map((undo) => `${nameOf$2(nodes, undo.by)} undoes ${unitName(nodes, undo.undoes)} (done at ${formatTime(undo.completedAt)})`);
	const shown = order.length > 4 ? [...order.slice(0, 3), `${order.length - 3} more`] : order;
	return `${because}${undos.length === 1 ? "One completed step has a compensation" : "What was completed last is undone first"}: ${joinWords(shown, "then")}.${rest}`;
}
/** What was done and has no compensation. */
function keptWords(history) {
	const undoable = new Set(history.workflow.edges.filter((edge) => edge.type === "compensation").map((edge) => edge.from));
	const kept = [...statesBefore(history).values()].filter((state) => state.to === "SUCCEEDED" && !undoable.has(state.node)).map((state) => nameOf$2(history.nodes, state.node));
	if (kept.length === 0) return "";
	if (kept.length > 3) return ` ${kept.length} other completed steps have no compensation and stay.`;
	return ` ${joinWords(kept)} ${kept.length === 1 ? "has no compensation and stays" : "have no compensation and stay"}.`;
}
function reasonWords(history, event) {
	const cause = causeOf(history);
	if (cause?.type === "transition" && cause.to === "FAILED") {
		const message = cause.error?.message ?? "";
		const said = message === "" ? "" : ` (${message})`;
		return `${unitName(history.nodes, cause.unit)} failed${said}, and nothing handles it. `;
	}
	return event.reason === "" ? "" : `Why: ${event.reason.replace(/[.!]$/, "")}. `;
}
function whyCompensationStarted(history, event) {
	const { nodes } = history;
	const done = lastBefore(history, isTransitionTo(event.undoes, "SUCCEEDED"));
	const others = stillToUndo(history).filter((undo) => undo.undoes !== event.undoes);
	const when = done === null ? "" : ` It was completed at ${formatTime(done.at)}`;
	const name = unitName(nodes, event.undoes);
	if (others.length === 0) return `${name} succeeded and has a compensation.${when === "" ? "" : `${when}, and nothing else is left to undo.`}`;
	return `${name} succeeded and has a compensation.${when}, later than what is still to be undone (${joinWords(others.slice(0, 3).map((undo) => unitName(nodes, undo.undoes)))}${others.length > 3 ? " and more" : ""}), so it goes first.`;
}
function whyCompensationEnded(history, event) {
	const name = unitName(history.nodes, event.undoes);
	const left = stillToUndo(history).length;
	const next = left === 0 ? "Nothing is left to undo." : `${countOf(left, "step is", "steps are")} still to be undone${left === 1 ? "" : ", one at a time"}.`;
	return event.status === "compensated" ? `${nameOf$2(history.nodes, event.node)} succeeded, so ${name} counts as undone. ${next}` : `${nameOf$2(history.nodes, event.node)} failed for good, so what ${name} did may still stand (HX-4110). ${next}`;
}
function whyUndone(history, event) {
	const started = lastBefore(history, (other) => other.type === "compensation.started" && other.undoes === event.unit);
	const done = lastBefore(history, isTransitionTo(event.unit, "SUCCEEDED"));
	const by = started === null ? "Its compensation" : nameOf$2(history.nodes, started.node);
	const gap = done === null ? "" : ` For ${formatTime(event.at - done.at)} its effect could be seen by others.`;
	return `${by} succeeded. Undoing is new work, not a rollback:${gap === "" ? " the step did happen." : gap.replace(" For", " for")}`;
}
function whyEnded(history, event) {
	const undone = countTransitions(history, "COMPENSATED");
	const unwound = lastBefore(history, (other) => other.type === "unwinding.started") !== null;
	const late = firstAfter(history, (other) => other.type === "result.ignored") === null ? "" : " Answers may still come from the outside world; they change nothing.";
	switch (event.outcome) {
		case "succeeded": {
			const handled = countTransitions(history, "FAILED");
			return `Every step that was reached has succeeded or was skipped${countTransitions(history, "CANCELLED") === 0 ? "" : ", or was cancelled by a join"}${handled === 0 ? "" : ", or its failure was handled"}.${late}`;
		}
		case "compensated": return `Not everything succeeded, but what was done is undone: ${countOf(undone, "step")}. So it ends compensated, not failed.${late}`;
		case "failed":
			if (!unwound) return `A failure was not handled.${late}`;
			return event.compensation === "failed" ? `A compensation failed, so what was done is only partly undone (${countOf(undone, "step")}).${late}` : `A failure was not handled, and nothing that was done could be undone.${late}`;
		case "cancelled": return `It was cancelled from outside. A cancel stops work and undoes nothing.${late}`;
		case "timed_out": return `The time for the whole run has passed.${late}`;
		case "paused": return "It waits for an operator.";
		case "stalled": return "Nothing can happen any more, and it is not over.";
		case "refused": return "It was not run.";
	}
}
function countTransitions(history, state) {
	let count = 0;
	for (let index = 0; index < history.index; index += 1) {
		const event = history.trace[index];
		if (event?.type === "transition" && event.to === state) count += 1;
	}
	return count;
}
var init_unwinding = __esmMin((() => {
	init_history();
	init_words();
}));
// simulator/trace/explain.ts
/**
* Says what an event is and why it happened.
*
* `trace` is the run's whole trace; time grows with its length. An event of a type that is
* not known gets its type as title and no reason.
*/
function explain(event, trace, workflow) {
	const history = historyOf(event, trace, workflow);
	return {
		title: titleOf(event, workflow),
		because: because(history, event)
	};
}
function because(history, event) {
	switch (event.type) {
		case "transition": return whyTransition(history, event);
		case "attempt.started": return whyAttemptStarted(history, event);
		case "attempt.ended": return whyAttemptEnded(history, event);
		case "result.ignored": return whyIgnored(history, event);
		case "timer.set": return event.timer === "backoff" ? whyBackoff(history, event) : whyTimerSet(history, event);
		case "timer.fired": return whyTimerFired(history, event);
		case "cancel.requested": return "The scenario cancels the run here. What is in flight or waiting is stopped, save a running step that is not idempotent: it finishes, and its result is discarded.";
		case "signal.received": return "The scenario sends it; a wait for this event can go on.";
		case "unwinding.started": return whyUnwinding(history, event);
		case "run.paused": return "A step failed, and the run pauses on failure instead of unwinding. Calls in flight are awaited; nothing begins until an operator acts.";
		case "operator.act": return whyOperator(event);
		case "crashed": return "What was in flight is lost to the engine, though its effects may stand. What was recorded is safe.";
		case "resumed": return "It goes on from what was recorded: nothing that succeeded is called again, and a call that was in flight is sent again with the same key, if its step is idempotent.";
		case "compensation.started": return whyCompensationStarted(history, event);
		case "compensation.ended": return whyCompensationEnded(history, event);
		case "instance.ended": return whyEnded(history, event);
		default: return "";
	}
}
function whyTransition(history, event) {
	const node = history.nodes.get(event.node);
	switch (event.to) {
		case "PENDING": return "Nothing has reached it yet.";
		case "READY": return whyReady(history, event);
		case "RUNNING": return whyRunning(history, event);
		case "RETRYING": return whyRetrying(history, event);
		case "SUCCEEDED": {
			const route = routeOf(event);
			if (route === null || node === void 0) return whySucceeded(node, event.unit);
			const words = caseWords(node, route);
			return `${words.charAt(0).toUpperCase()}${words.slice(1)}. Exactly one way is taken; the others are not reached by it.`;
		}
		case "SKIPPED": return whySkipped(history, event);
		case "FAILED": return whyFailed(history, event);
		case "CANCELLED": return whyCancelled(history, event);
		case "COMPENSATED": return whyUndone(history, event);
	}
}
function whyOperator({ reason, authorised }) {
	const because = reason === "" ? "No reason was given." : `The reason given: ${reason.replace(/\.$/, "")}.`;
	return authorised ? because : `${because} The operator was not authorised, so it changes nothing.`;
}
var init_explain = __esmMin((() => {
	init_attempts();
	init_backoff();
	init_headline();
	init_history();
	init_readiness();
	init_unwinding();
	init_words();
}));
// conformance/report/formats/markdown/text.ts
/** What would begin something in Markdown is escaped, and nothing breaks a line. */
function escaped(text) {
	return visible(text).replace(/[\\`*<|$~]|&(?=[#\w]+;)|\](?=[([:])/g, "\\$&").replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_").replace(/^\s*(?:[-+>#=]|\d+(?=[.)]))/, (start) => start.replace(/[^\s\d]$|$/, "\\$&"));
}
/** A name in a code span; in a table too. */
function code(text) {
	const shown = visible(text).replaceAll("|", "\\|");
	const fence = shown.includes("`") ? "``" : "`";
	const space = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
	return `${fence}${space}${shown}${space}${fence}`;
}
/** Cells are Markdown already. Nothing where there is no row. */
function table(heads, rows) {
	if (rows.length === 0) return [];
	const line = (cells) => `| ${cells.join(" | ")} |`;
	return [
		line(heads),
		line(heads.map(() => "---")),
		...rows.map(line)
	];
}
/** A fence that is longer than any in the text. */
function block(language, text) {
	const runs = text.match(/`{3,}/g) ?? [];
	const fence = "`".repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
	return [
		fence + language,
		text,
		fence
	];
}
var init_text = __esmMin((() => {
	init_visible();
}));
// conformance/report/formats/markdown/failures.ts
function failureLines(trace, workflow, { lanes }, clock) {
	const failures = /* @__PURE__ */ new Map();
	for (const event of trace) if (event.type === "transition" && event.to === "FAILED") failures.set(event.unit, event);
	const all = [...failures.values()].sort((left, right) => left.seq - right.seq);
	if (all.length === 0) return ["Nothing failed for good."];
	const rest = all.length - TOLD;
	return [...all.slice(0, TOLD).flatMap((event, index) => {
		const undone = event.unit.startsWith("compensate:");
		const lines = failureOf(event, lanes.find(({ unit, undos }) => undone ? undos.some((undo) => undo.unit === event.unit) : unit === event.unit), trace, workflow, clock);
		return index === 0 ? lines : ["", ...lines];
	}), ...rest > 0 ? ["", `And ${rest} more.`] : []];
}
function failureOf(event, lane, trace, workflow, clock) {
	const { unit, node, error } = event;
	const what = unit.startsWith("compensate:") ? `${code(node)} (undo)` : code(unit);
	const reason = error?.message === void 0 ? "" : `: ${escaped(error.message)}`;
	const attempts = (lane?.bars ?? []).filter((bar) => bar.kind === "attempt" && bar.unit === unit && bar.node === node);
	const left = attempts.length - ATTEMPTS;
	const rows = attempts.slice(-20).map((bar) => rowOf(bar, clock));
	if (left > 0) rows.unshift([
		"…",
		"…",
		"…",
		`${left} before`,
		""
	]);
	return [
		`### ${what}: ${escaped(error?.class ?? "failed")}${codeOf(event)}`,
		"",
		`Failed at ${timeOf$1(event.at, clock)}${reason}. ${escaped(explain(event, trace, workflow).because)}`.trimEnd(),
		...rows.length === 0 ? [] : ["", ...table([
			"attempt",
			"began",
			"took",
			"outcome",
			"error"
		], rows)]
	];
}
function codeOf({ error }) {
	return error?.code === void 0 ? "" : ` (${error.code})`;
}
function rowOf({ attempt, purpose, from, to, outcome, error }, clock) {
	const what = purpose === "reconcile" ? "asked what became of it" : outcome.replace("_", " ");
	const status = error?.status === void 0 ? "" : ` ${error.status}`;
	const message = error?.message === void 0 ? "" : ` (${escaped(error.message)})`;
	return [
		String(attempt),
		timeOf$1(from, clock),
		formatTime(to - from),
		what,
		error === null ? "" : `${escaped(error.class)}${status}${message}`
	];
}
function timeOf$1(at, clock) {
	return clock.unit === "" ? clock.format(at) : `${clock.format(at)} ${clock.unit}`;
}
var TOLD, ATTEMPTS;
var init_failures = __esmMin((() => {
	init_words();
	init_explain();
	init_text();
	TOLD = 20;
	ATTEMPTS = 20;
}));
// conformance/report/formats/markdown/aftermath.ts
function undoneLines(trace, clock) {
	const rows = trace.flatMap((event) => {
		if (event.type !== "compensation.ended") return [];
		const { undoes, node, at, status, error } = event;
		const message = error?.message === void 0 ? "" : escaped(error.message);
		const result = status === "compensated" ? "undone" : `**not undone** (HX-4110): ${message}`;
		return [[
			timeOf$1(at, clock),
			code(undoes),
			code(node),
			result
		]];
	});
	return rows.length === 0 ? ["Nothing."] : table([
		"when",
		"step",
		"by",
		"result"
	], rows);
}
function leftLines(world, clock) {
	const left = world.filter(({ leftBehind }) => leftBehind);
	if (left.length === 0) return ["Nothing that the world knows of."];
	return left.map((standing) => {
		const { unit, at, undoFailed, mismatch, state } = standing;
		const why = undoFailed ? "its undo failed" : mismatch === "unknown-to-run" ? `the run has it as ${state}, so nothing will undo it` : mismatch === "undo-never-happened" ? "the run takes it for undone" : "no compensation undoes it";
		return `- ${code(unit)}, done at ${timeOf$1(at, clock)}: ${why}`;
	});
}
/** Effects that a person should look at; empty where each happened once, as the run believes. */
function oddLines(world) {
	return world.filter(({ times, undone, mismatch }) => times !== 1 || undone > 1 || mismatch !== null).map((standing) => `- ${escaped(tellOdd(standing))}`);
}
var init_aftermath = __esmMin((() => {
	init_render_world();
	init_failures();
	init_text();
}));
// conformance/report/formats/markdown/render.ts
function renderPostMortem(report) {
	const { workflow, run, documents } = report;
	const timeline = timelineOf(run.trace);
	const nodes = nodesOf(workflow, documents);
	const clock = createClock(timeline.lastAt);
	const world = worldOf(run, workflow, nodes);
	const waiting = waitingIn(run, workflow, nodes);
	const odd = oddLines(world);
	const terminal = createTerminal({ columns: 88 });
	const picture = [...renderChart(timeline, clock, terminal), ...renderLegend(timeline, terminal)];
	return `${[
		[`# Post-mortem: ${escaped(workflow.name ?? workflow.id)}`],
		[`**${capitalised$1(escaped(tellRun(run, workflow, timeline, nodes)))}**`],
		factsOf(report),
		waiting.length === 0 ? [] : [
			"## What it waits for",
			"",
			...waiting.map(waitingLine)
		],
		[
			"## What failed, and why",
			"",
			...failureLines(run.trace, workflow, timeline, clock)
		],
		["## Timeline", ...picture.length === 0 ? [] : ["", ...block("text", picture.join("\n"))]],
		storyTable(notableEvents(run.trace, workflow, nodes), clock),
		[
			"## What was undone",
			"",
			...undoneLines(run.trace, clock)
		],
		[
			"## What was left behind",
			"",
			...leftLines(world, clock)
		],
		[
			"## What happened twice, never, or otherwise than the run believes",
			"",
			...odd.length === 0 ? ["Nothing."] : odd
		],
		[
			"## Errors",
			"",
			...errorTable(run)
		],
		reproduction(report)
	].filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
function capitalised$1(text) {
	return text.replace(/^(?:all|nothing|the|there) /, (word) => word[0]?.toUpperCase() + word.slice(1));
}
function factsOf({ workflow, run, seed, digest }) {
	return table(["", ""], [
		["workflow", code(workflow.id)],
		["outcome", `**${run.outcome.replace("_", " ")}**`],
		["compensation", run.compensation],
		["virtual time", formatTime(run.endedAt)],
		["seed", String(seed)],
		["events", String(run.trace.length)],
		...digest === null ? [] : [["trace digest", code(digest)]]
	]);
}
function waitingLine({ unit, text }) {
	return `- ${code(unit)} ${escaped(text)}`;
}
function storyTable(story, clock) {
	const row = ({ at, seq, text }) => [
		timeOf$1(at, clock),
		String(seq),
		escaped(text)
	];
	const left = story.length - FIRST$1 - LAST$1;
	return table([
		"time",
		"event",
		"what"
	], left <= 0 ? story.map(row) : [
		...story.slice(0, FIRST$1).map(row),
		[
			"…",
			"…",
			`${left} more`
		],
		...story.slice(-20).map(row)
	]);
}
function errorTable({ errors }) {
	if (errors.length === 0) return ["None was reported."];
	const rows = errors.map((error) => [
		error.code ?? "",
		code(error.unit),
		String(error.attempt),
		escaped(error.class),
		escaped(error.message)
	]);
	const codes = [...new Set(errors.flatMap((error) => error.code ?? []))];
	return [...table([
		"code",
		"unit",
		"attempt",
		"class",
		"message"
	], rows), ...codes.length === 0 ? [] : ["", `What a code means: ${codes.map((each) => code(`unwind rules ${each}`)).join(", ")}.`]];
}
function reproduction({ command, seed }) {
	return [
		"## See it again",
		"",
		...command === void 0 ? [`The same document and scenario give the same run with seed ${seed}.`] : block("sh", command)
	];
}
var FIRST$1, LAST$1;
var init_render$1 = __esmMin((() => {
	init_words();
	init_timeline();
	init_nodes();
	init_notable();
	init_sentence();
	init_waiting();
	init_world();
	init_terminal();
	init_chart();
	init_clock();
	init_legend();
	init_aftermath();
	init_failures();
	init_text();
	FIRST$1 = 60;
	LAST$1 = 20;
}));
// conformance/report/formats/perfetto/event.ts
var init_event = __esmMin((() => {}));
// conformance/report/formats/perfetto/flows.ts
function* flowsOf(tracks, trace, stamps) {
	const byUnit = /* @__PURE__ */ new Map();
	for (const { tid, bars } of tracks.all) for (const bar of bars) {
		const known = byUnit.get(bar.unit);
		if (known === void 0) byUnit.set(bar.unit, [{
			bar,
			tid
		}]);
		else known.push({
			bar,
			tid
		});
	}
	let id = 0;
	for (const { tid, bars } of tracks.all) {
		const [first] = bars;
		for (const bar of bars) {
			if (bar !== first) continue;
			const source = sourceOf(bar, trace, byUnit);
			if (source === null) continue;
			id += 1;
			const end = stamps.ofMoment(bar.fromMoment);
			const name = bar.direction === "undo" ? "makes it undone" : "leads to";
			const base = {
				pid: 1,
				id,
				name,
				cat: "cause"
			};
			const start = Math.min(end, startOf(source, stamps));
			yield {
				ph: "s",
				...base,
				tid: source.tid,
				ts: start
			};
			yield {
				ph: "f",
				bp: "e",
				...base,
				tid,
				ts: end
			};
		}
	}
}
/** The bar of another unit that the first event of this one goes back to. */
function sourceOf({ unit, firstSeq }, trace, byUnit) {
	let event = trace[firstSeq - 1];
	for (let steps = 0; event !== void 0 && steps < FARTHEST; steps += 1) {
		if ("unit" in event && event.unit !== void 0 && event.unit !== unit) {
			const { seq } = event;
			const placed = byUnit.get(event.unit)?.findLast(({ bar }) => bar.firstSeq <= seq);
			if (placed !== void 0) return {
				...placed,
				event
			};
		}
		event = event.cause === null ? void 0 : trace[event.cause - 1];
	}
	return null;
}
/** Within the slice: viewers bind an arrow to the slice that is open at its start. */
function startOf({ bar, event }, stamps) {
	const first = stamps.ofMoment(bar.fromMoment);
	const last = stamps.ofMoment(bar.toMoment) - stamps.step;
	if (event.seq >= bar.lastSeq) return last;
	return Math.min(last, Math.max(first, stamps.ofTime(event.at)));
}
var FARTHEST;
var init_flows = __esmMin((() => {
	init_event();
	FARTHEST = 64;
}));
// conformance/report/formats/perfetto/tracks.ts
function tracksOf({ lanes, turns }) {
	const all = [{
		tid: 1,
		name: "run",
		bars: []
	}];
	if (turns.some(({ kind }) => ENGINE_TURNS.has(kind))) all.push({
		tid: 2,
		name: "engine and operators",
		bars: []
	});
	const known = /* @__PURE__ */ new Map();
	let tid = 2;
	for (const lane of lanes) for (const { key, name, bars } of splitLane(lane)) {
		tid += 1;
		all.push({
			tid,
			name,
			bars
		});
		known.set(key, tid);
	}
	return {
		all,
		of: (unit, node) => known.get(keyOf(unit, node)) ?? 1
	};
}
function splitLane(lane) {
	const { unit, node, bars, undos } = lane;
	const forward = bars.filter(({ direction }) => direction === "forward");
	return [{
		key: keyOf(unit, node),
		name: unit,
		bars: forward
	}, ...undos.map((undo) => ({
		key: keyOf(undo.unit, undo.node),
		name: `${undo.node} undoes ${unit}`,
		bars: bars.filter((bar) => isOf(bar, undo))
	}))];
}
function isOf({ direction, unit, node }, undo) {
	return direction === "undo" && unit === undo.unit && node === undo.node;
}
/** Several nodes may undo one unit; only both names together tell which one it is. */
function keyOf(unit, node) {
	return JSON.stringify([unit, node]);
}
var ENGINE_TURNS;
var init_tracks = __esmMin((() => {
	ENGINE_TURNS = /* @__PURE__ */ new Set([
		"crash",
		"resume",
		"pause",
		"operator"
	]);
}));
// conformance/report/formats/perfetto/instants.ts
/** @param story What a line says of an event, by its number. */
function* instantsOf(run, timeline, tracks, stamps, story) {
	for (const turn of timeline.turns) {
		const name = story.get(turn.seq)?.text ?? TURNS[turn.kind];
		yield {
			ph: "i",
			s: "p",
			pid: 1,
			tid: trackOf(turn),
			name,
			cat: turn.kind,
			ts: stamps.ofMoment(turn.moment),
			args: { event: turn.seq }
		};
	}
	for (const { unit, marks } of timeline.lanes) for (const mark of marks) yield instantOf(mark, unit, tracks, stamps);
	for (const { at, unit, node, attempt, key, repeated } of run.effects) yield {
		ph: "i",
		s: "t",
		pid: 1,
		tid: tracks.of(unit, node),
		name: repeated ? "effect in the world, again" : "effect in the world",
		cat: "effect",
		ts: stamps.ofTime(at),
		args: {
			attempt,
			key,
			repeated
		}
	};
}
function trackOf({ kind }) {
	return kind === "crash" || kind === "resume" || kind === "pause" || kind === "operator" ? 2 : 1;
}
function instantOf({ kind, unit, node, moment, attempt, result, error, seq }, lane, tracks, stamps) {
	return {
		ph: "i",
		s: "t",
		pid: 1,
		tid: tracks.of(unit, node),
		name: kind === "late" ? `late ${result === "failed" ? "failure" : "success"}, ignored` : kind,
		cat: kind,
		ts: stamps.ofMoment(moment),
		args: {
			unit: lane,
			attempt,
			...error === null ? {} : { error },
			event: seq
		}
	};
}
var TURNS;
var init_instants = __esmMin((() => {
	init_event();
	init_tracks();
	TURNS = {
		unwinding: "unwinding starts",
		cancel: "cancelled from outside",
		signal: "signal",
		crash: "the engine crashes",
		resume: "the engine is back",
		pause: "paused",
		operator: "operator",
		end: "end"
	};
}));
// conformance/report/formats/perfetto/slices.ts
function* slicesOf(track, trace, stamps) {
	for (const bar of track.bars) yield slice(track.tid, nameOf(bar), categoryOf(bar), bar, stamps, argumentsOf(bar, trace));
}
function slice(tid, name, cat, { fromMoment, toMoment }, stamps, args) {
	const ts = stamps.ofMoment(fromMoment);
	return {
		ph: "X",
		pid: 1,
		tid,
		name,
		cat,
		ts,
		dur: stamps.ofMoment(toMoment) - ts,
		args
	};
}
function nameOf({ kind, direction, purpose, attempt, outcome, node }) {
	switch (kind) {
		case "attempt":
			if (purpose === "reconcile") return "asks what became of it";
			return `${direction === "undo" ? "undo " : ""}attempt ${attempt}${ending(outcome)}`;
		case "backoff": return outcome === "cancelled" ? "backoff, cancelled" : "backoff";
		case "wait": return `wait${ending(outcome)}`;
		case "queue": return "waits for a worker";
		case "span": return `${node}${ending(outcome)}`;
	}
}
function ending(outcome) {
	switch (outcome) {
		case "succeeded": return "";
		case "open": return ", end unknown";
		case "timed_out": return ", timed out";
		case "failed":
		case "cancelled":
		case "uncertain": return `, ${outcome}`;
	}
}
function categoryOf({ kind, direction, purpose }) {
	if (purpose === "reconcile") return "reconcile";
	return kind === "attempt" && direction === "undo" ? "compensation" : kind;
}
function argumentsOf(bar, trace) {
	const { unit, node, kind, attempt, purpose, outcome, from, to, due, error } = bar;
	const events = {
		firstEvent: bar.firstSeq,
		lastEvent: bar.lastSeq
	};
	const times = {
		fromMs: from,
		toMs: to,
		...due === null ? {} : { dueMs: due }
	};
	return {
		unit,
		node,
		outcome,
		...kind === "attempt" || kind === "backoff" ? { attempt } : {},
		...kind === "attempt" ? { purpose } : {},
		...detailsOf(bar, trace),
		...error === null ? {} : { error },
		...times,
		...events
	};
}
/** What the events of the bar say beyond it: its key, or how its delay came about. */
function detailsOf({ unit, kind, firstSeq, lastSeq }, trace) {
	const most = Math.min(lastSeq, firstSeq + NEAR);
	for (let seq = firstSeq; seq <= most; seq += 1) {
		const event = trace[seq - 1];
		if (event === void 0 || !("unit" in event) || event.unit !== unit) continue;
		if (kind === "attempt" && event.type === "attempt.started") {
			const { key, redelivered, undoes } = event;
			return {
				key,
				...undoes === void 0 ? {} : { undoes },
				...redelivered === void 0 ? {} : { redelivered }
			};
		}
		if (kind === "backoff" && event.type === "timer.set") {
			const { base, draw } = event;
			return {
				...base === void 0 ? {} : { baseMs: base },
				...draw === void 0 ? {} : { draw }
			};
		}
	}
	return {};
}
/** The run from its beginning to its end, and within it its unwinding. */
function runSlices(run, timeline, stamps) {
	const { turns, moments } = timeline;
	const end = turns.findLast(({ kind }) => kind === "end")?.moment ?? moments.length - 1;
	const whole = {
		fromMoment: 0,
		toMoment: Math.max(end, 1)
	};
	const { outcome, compensation, endedAt } = run;
	const args = {
		outcome,
		compensation,
		endedAtMs: endedAt
	};
	const unwinding = ownUnwinding(run, turns);
	return [
		slice(1, `run: ${outcome}`, "run", whole, stamps, args),
		...unwinding === null || unwinding.moment >= whole.toMoment ? [] : [slice(1, "unwinding", "run", {
			fromMoment: unwinding.moment,
			toMoment: whole.toMoment
		}, stamps, {})],
		...downSlices(turns, moments.length - 1, stamps)
	];
}
/** That of the run itself, and not of a subworkflow. */
function ownUnwinding({ trace }, turns) {
	const started = trace.find((event) => event.type === "unwinding.started" && event.unit === void 0);
	return turns.find(({ seq }) => seq === started?.seq) ?? null;
}
/** From each crash to the resume behind it. */
function downSlices(turns, last, stamps) {
	return turns.filter(({ kind }) => kind === "crash").map((crash) => {
		const back = turns.find(({ kind, seq }) => kind === "resume" && seq > crash.seq);
		const toMoment = Math.max(back?.moment ?? last, crash.moment + 1);
		return slice(2, "down", "engine", {
			fromMoment: crash.moment,
			toMoment
		}, stamps, {});
	});
}
var NEAR;
var init_slices = __esmMin((() => {
	init_event();
	init_tracks();
	NEAR = 8;
}));
// conformance/report/formats/perfetto/stamps.ts
/**
* Viewers want slices with an extent, and so the moments of one instant are set a µs apart;
* a run that lasts for centuries has less room between numbers, and gets longer steps.
*/
function stampsOf({ moments, lastAt }) {
	const ofTime = (at) => Math.round(at * MICROSECONDS);
	const last = ofTime(lastAt) + moments.length;
	let step = 1;
	while (last + step === last) step *= 2;
	const stamps = [];
	let before = -step;
	for (const { at } of moments) {
		before = Math.max(ofTime(at), before + step);
		stamps.push(before);
	}
	return {
		ofTime,
		step,
		ofMoment: (moment) => stamps[moment] ?? before + step
	};
}
var MICROSECONDS;
var init_stamps = __esmMin((() => {
	MICROSECONDS = 1e3;
}));
// conformance/report/formats/perfetto/render.ts
/** An object with a line for each event. */
function* renderPerfetto(report) {
	const { workflow, run, seed, digest } = report;
	yield `{\n"displayTimeUnit": "ms",\n"otherData": ${json({
		workflow: workflow.id,
		outcome: run.outcome,
		seed,
		digest
	})},\n"traceEvents": [`;
	let separator = "\n";
	for (const event of eventsOf(report)) {
		yield separator + json(event);
		separator = ",\n";
	}
	yield "\n]}\n";
}
/** Slices before the arrows that start in them: viewers read events of one time in this order. */
function* eventsOf({ workflow, run, documents }) {
	const timeline = timelineOf(run.trace);
	const tracks = tracksOf(timeline);
	const stamps = stampsOf(timeline);
	const nodes = nodesOf(workflow, documents);
	const story = new Map(notableEvents(run.trace, workflow, nodes).map((event) => [event.seq, event]));
	const process = {
		ph: "M",
		pid: 1
	};
	const name = workflow.name ?? workflow.id;
	yield {
		...process,
		tid: 0,
		name: "process_name",
		args: { name }
	};
	for (const track of tracks.all) {
		const { tid } = track;
		yield {
			...process,
			tid,
			name: "thread_name",
			args: { name: track.name }
		};
		yield {
			...process,
			tid,
			name: "thread_sort_index",
			args: { sort_index: tid }
		};
	}
	yield* runSlices(run, timeline, stamps);
	for (const track of tracks.all) yield* slicesOf(track, run.trace, stamps);
	yield* instantsOf(run, timeline, tracks, stamps, story);
	yield* flowsOf(tracks, run.trace, stamps);
}
function json(value) {
	return safeJson(JSON.stringify(value));
}
var init_render = __esmMin((() => {
	init_timeline();
	init_nodes();
	init_notable();
	init_visible();
	init_event();
	init_flows();
	init_instants();
	init_slices();
	init_stamps();
	init_tracks();
}));
// conformance/report/story/render-story.ts
function renderStory(events, clock, terminal) {
	const { glyphs, paint } = terminal;
	const all = events.length <= 34;
	const head = all ? events : events.slice(0, FIRST);
	const tail = all ? [] : events.slice(-10);
	const width = Math.max(0, ...[...head, ...tail].map(({ at }) => widthOf(timeOf(at, clock))));
	const render = (event) => renderEvent(event, clock, width, terminal);
	if (all) return head.flatMap(render);
	const left = countOf(events.length - FIRST - LAST, "event");
	const gap = ` ${glyphs.ellipsis} ${left} left out (--format events lists all)`;
	return [
		...head.flatMap(render),
		paint("faint", gap),
		...tail.flatMap(render)
	];
}
function renderEvent({ at, kind, text }, clock, width, { glyphs, paint, columns }) {
	const time = paint("faint", padStart(timeOf(at, clock), width));
	const inset = 1 + width + 2 + 2;
	const [first = "", ...rest] = wrap(visible(text), columns - inset - 3);
	const words = kind === "end" || kind === "control" ? paint("strong", first) : first;
	return [` ${time}  ${paint(TONES$1[kind], signOf(kind, glyphs))} ${words}`, ...rest.map((line) => " ".repeat(inset + 2) + line)];
}
function timeOf(at, clock) {
	return clock.unit === "" ? clock.format(at) : `${clock.format(at)} ${clock.unit}`;
}
function signOf(kind, glyphs) {
	switch (kind) {
		case "succeeded":
		case "failed":
		case "timed_out":
		case "uncertain":
		case "cancelled": return glyphs.outcome[kind];
		case "skipped":
		case "late": return glyphs.mark[kind];
		case "routed": return glyphs.span;
		case "asked": return glyphs.asked;
		case "waits": return glyphs.forward.wait;
		case "unwinding":
		case "undone": return glyphs.undone;
		case "control": return glyphs.turn.cancel;
		case "paused": return glyphs.turn.pause;
		case "operator": return glyphs.turn.operator;
		case "end": return glyphs.turn.end;
	}
}
var FIRST, LAST, TONES$1;
var init_render_story = __esmMin((() => {
	init_words();
	init_visible();
	init_width();
	FIRST = 24;
	LAST = 10;
	TONES$1 = {
		succeeded: "good",
		failed: "bad",
		timed_out: "bad",
		uncertain: "unknown",
		asked: "unknown",
		cancelled: "faint",
		skipped: "faint",
		routed: "plain",
		waits: "wait",
		late: "unknown",
		unwinding: "undo",
		undone: "undo",
		control: "strong",
		paused: "strong",
		operator: "strong",
		end: "strong"
	};
}));
// conformance/report/story/render-waiting.ts
function renderWaiting(waiting, terminal) {
	if (waiting.length === 0) return [];
	const { glyphs, paint, columns } = terminal;
	const more = waiting.length - SHOWN;
	return [
		` ${paint("faint", "What the run waits for")}`,
		...waiting.slice(0, SHOWN).flatMap(({ unit, text, forWhom, uncertain }) => {
			const lines = wrap(visible(`${unit} ${text}`), columns - 6);
			const sign = uncertain ? paint("unknown", glyphs.outcome.uncertain) : forWhom === "operator" ? paint("bad", glyphs.outcome.failed) : paint("wait", glyphs.outcome.open);
			return lines.map((line, index) => index === 0 ? `   ${sign} ${line}` : `     ${line}`);
		}),
		...more > 0 ? [`     and ${more} more`] : []
	];
}
var SHOWN;
var init_render_waiting = __esmMin((() => {
	init_visible();
	init_width();
	SHOWN = 12;
}));
// conformance/report/run-report.ts
/** The whole report, with a line end at its end. */
function renderRun(report, terminal = createTerminal()) {
	const { workflow, run, documents } = report;
	const nodes = nodesOf(workflow, documents);
	const timeline = timelineOf(run.trace);
	const clock = createClock(timeline.lastAt);
	return `${[
		[renderTitle(report, terminal)],
		[
			...renderChart(timeline, clock, terminal),
			...renderNeverRan(workflow, timeline, terminal),
			...renderLegend(timeline, terminal)
		],
		renderStory(notableEvents(run.trace, workflow, nodes), clock, terminal),
		renderSentence(tellRun(run, workflow, timeline, nodes), terminal),
		renderWaiting(waitingIn(run, workflow, nodes), terminal),
		renderWorld(worldOf(run, workflow, nodes), terminal),
		renderFooter(report, terminal)
	].filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
function renderTitle({ workflow, seed }, { paint, glyphs, columns }) {
	const rest = ` ${glyphs.dot} seed ${seed}`;
	return ` ${paint("strong", cutEnd(visible(workflow.name === null ? workflow.id : `${workflow.name} (${workflow.id})`), columns - 1 - rest.length, glyphs.ellipsis))}${paint("faint", rest)}`;
}
function renderNeverRan(workflow, timeline, { columns, paint }) {
	const ran = new Set(timeline.lanes.flatMap(({ node, undos, bars, marks }) => [...bars.length + marks.length > 0 ? [node] : [], ...undos.map((undo) => undo.node)]));
	const never = workflow.nodes.map(({ id }) => id).filter((id) => !ran.has(id));
	if (never.length === 0) return [];
	const more = never.length > LISTED ? ` and ${never.length - LISTED} more` : "";
	return wrap(`never ran: ${never.slice(0, LISTED).map(visible).join(", ")}${more}`, columns - 4).map((line, index) => ` ${index === 0 ? "" : "  "}${paint("faint", line)}`);
}
function renderSentence(sentence, { columns, paint }) {
	return wrap(visible(capitalised(sentence)), columns - 2).map((line) => ` ${paint("strong", line)}`);
}
/** A name keeps its case, a word does not. */
function capitalised(sentence) {
	return sentence.replace(/^(?:all|nothing|the|there) /, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}
/** How to get at the page of the first code among the errors. */
function renderCodes({ errors }) {
	const code = errors.find((error) => error.code !== null && codePage(error.code) !== null)?.code;
	return code == null ? [] : [` What ${code} means: unwind rules ${code}`];
}
function renderFooter({ run, digest }, { paint, glyphs }) {
	if (digest === null) return [];
	const events = countOf(run.trace.length, "event");
	return [...renderCodes(run).map((line) => paint("faint", line)), paint("faint", ` ${events} ${glyphs.dot} digest ${digest.slice(0, 16)}`)];
}
var LISTED;
var init_run_report = __esmMin((() => {
	init_pages();
	init_words();
	init_timeline();
	init_nodes();
	init_notable();
	init_render_story();
	init_render_waiting();
	init_render_world();
	init_sentence();
	init_waiting();
	init_world();
	init_terminal();
	init_visible();
	init_width();
	init_chart();
	init_clock();
	init_legend();
	LISTED = 6;
}));
// conformance/cli/command-line.ts
/** A command as a person can paste it into a shell. */
/** Quoted where a POSIX shell would otherwise take a word for more than itself. */
function commandLine(words) {
	return words.map(quoted).join(" ");
}
function quoted(word) {
	if (/^[A-Za-z0-9_./:=@%+,-]+$/.test(word)) return word;
	return `'${word.replaceAll("'", "'\\''")}'`;
}
var init_command_line = __esmMin((() => {}));
// conformance/cli/output.ts
function writeAll(output, pieces) {
	let text = "";
	for (const piece of pieces) {
		text += piece;
		if (text.length < PIECE) continue;
		output.write(text);
		text = "";
	}
	if (text !== "") output.write(text);
}
var PIECE;
var init_output = __esmMin((() => {
	PIECE = 65536;
}));
// conformance/cli/run.ts
/** `unwind run FILE` */
var run_exports = /* @__PURE__ */ __exportAll({ run: () => run });
/** @returns 0 if the run was simulated, 1 if the document is invalid or ended unexpectedly. */
async function run(path, options, host) {
	const format = parseFormat(options.format, RUN_FORMATS, RUN_FORMATS_PLANNED);
	const expected = options.expect === void 0 ? null : parseOutcome(options.expect, "--expect");
	const limits = parseLimits(options);
	const override = parseOverrides(options);
	if (path === "-" && options.scenario === "-") throw new Problem("Only one of document and scenario can come from the standard input.");
	const source = await readSource(path, host);
	const others = await readOthers(options.with ?? [], host);
	const file = checkFile(source, others);
	const { workflow } = file;
	if (workflow === null) {
		printFindings(file, format, options, host);
		return 1;
	}
	const scenario = await readScenarioFor(workflow, options.scenario, host);
	const documents = {
		...scenario.documents,
		...documentsOf(source, others)
	};
	const complete = {
		...scenario,
		...override,
		documents
	};
	const result = simulateOrRefuse(workflow, complete, limits);
	const report = {
		workflow,
		run: result,
		seed: complete.seed,
		digest: WITHOUT_DIGEST.has(format) ? null : digestOf(result),
		documents,
		command: commandOf(path, options, complete.seed)
	};
	writeAll(host.out, render$1(format, report, terminalFor(host.out, host, options.ascii)));
	return judge(result.outcome, expected, host);
}
function parseLimits({ maxEvents, maxTime }) {
	return {
		...maxEvents === void 0 ? {} : { events: parseInteger(maxEvents, "--max-events", 1, Number.MAX_SAFE_INTEGER) },
		...maxTime === void 0 ? {} : { time: parseTime(maxTime, "--max-time") }
	};
}
function parseOverrides({ input, seed }) {
	return {
		...input === void 0 ? {} : { input: parseJsonObject(input, "--input") },
		...seed === void 0 ? {} : { seed: parseInteger(seed, "--seed", 0, Number.MAX_SAFE_INTEGER) }
	};
}
async function readOthers(paths, host) {
	const sources = [];
	for (const path of paths) sources.push(await readSource(path, host));
	return sources;
}
function checkFile(source, others) {
	const { dialect, findings, stopped, workflow } = readWith(source, others);
	return {
		path: source.path,
		bytes: source.bytes,
		dialect,
		findings,
		stopped,
		workflow
	};
}
/** What `check` would print, on the standard error where the format is data of another kind. */
function printFindings(file, format, { ascii }, host) {
	if (format === "json") {
		host.out.write(renderFindingsJson([file]));
		return;
	}
	const output = format === "timeline" || format === "events" ? host.out : host.err;
	output.write(renderFindings([file], terminalFor(output, host, ascii)));
}
async function readScenarioFor(workflow, path, host) {
	if (path === void 0) return emptyScenario;
	const { bytes } = await readSource(path, host);
	const { scenario, problems } = readScenario(decode(path, bytes), workflow);
	if (scenario !== null) return scenario;
	const lines = problems.map(({ path: place, message }) => `  ${place === "" ? "/" : place}: ${message}`);
	throw new Problem(`${path} is no scenario for this document:\n${lines.join("\n")}`);
}
function decode(path, bytes) {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new Problem(`${path} is not UTF-8. Save it in that encoding.`);
	}
}
function documentsOf(main, others) {
	return Object.fromEntries(others.flatMap(({ path, bytes }) => {
		const text = decode(path, bytes);
		return referencesTo(path, main.path).map((reference) => [reference, text]);
	}));
}
function simulateOrRefuse(workflow, scenario, limits) {
	const result = simulate(workflow, scenario, limits);
	if (result.outcome !== "refused") return result;
	const reasons = result.errors.map(({ message }) => message).join("; ");
	throw new Problem(`This run is refused: ${reasons}.`);
}
/** By Node's own hash, which needs no time to warm up. */
function digestOf({ trace }) {
	return digestTrace(trace, (0, node_crypto.createHash)("sha256"));
}
/** The same run with nothing left to chance, as a timeline. */
function commandOf(path, options, seed) {
	const { scenario, input, maxEvents, maxTime } = options;
	return commandLine([
		...[
			"unwind",
			"run",
			path
		],
		...scenario === void 0 ? [] : ["--scenario", scenario],
		...input === void 0 ? [] : ["--input", input],
		...options.with === void 0 ? [] : ["--with", ...options.with],
		...["--seed", String(seed)],
		...maxEvents === void 0 ? [] : ["--max-events", maxEvents],
		...maxTime === void 0 ? [] : ["--max-time", maxTime]
	]);
}
function render$1(format, report, terminal) {
	const { run, workflow, digest } = report;
	switch (format) {
		case "timeline": return [renderRun(report, terminal)];
		case "events": return renderEvents(run.trace, workflow, terminal);
		case "json": return renderRunJson(run, digest ?? "");
		case "ndjson": return renderNdjson(run.trace);
		case "harness-trace": return renderJsonArray(toHarnessTrace(run.trace));
		case "perfetto": return renderPerfetto(report);
		case "markdown": return [renderPostMortem(report)];
	}
}
function judge(outcome, expected, host) {
	if (expected === null || expected === outcome) return 0;
	host.err.write(`unwind: expected that the run ends ${expected}, but it ended ${outcome}.\n`);
	return 1;
}
var WITHOUT_DIGEST;
var init_run = __esmMin((() => {
	init_read();
	init_simulator();
	init_json$2();
	init_pretty$1();
	init_events();
	init_json$1();
	init_render$1();
	init_render();
	init_run_report();
	init_arguments();
	init_command_line();
	init_documents();
	init_environment$1();
	init_exit_codes();
	init_formats();
	init_output();
	init_problem();
	init_read_input();
	WITHOUT_DIGEST = /* @__PURE__ */ new Set([
		"events",
		"ndjson",
		"harness-trace"
	]);
}));
// conformance/report/rules/json.ts
function renderRulesJson(pages) {
	const rules = pages.map((page) => {
		const { code, severity, title, family, source, why } = page;
		return {
			code,
			severity,
			title,
			family,
			source,
			why,
			..."wrong" in page ? {
				wrong: page.wrong,
				right: page.right
			} : { mend: page.mend },
			page: pageOf(code)
		};
	});
	return `${JSON.stringify({ rules }, null, 2)}\n`;
}
var init_json = __esmMin((() => {
	init_page_of();
}));
// conformance/report/rules/groups.ts
var GROUPS, codeGroups;
var init_groups = __esmMin((() => {
	init_pages();
	GROUPS = [
		["Rules of HarnessXML for documents", /^HX-[1-3]/],
		["Warnings of this project", /^U1/],
		["What stops a reader", /^U0/],
		["What fails a run", /^HX-4/]
	];
	codeGroups = GROUPS.map(([title, codes]) => ({
		title,
		pages: codePages.filter(({ code }) => codes.test(code))
	}));
}));
// conformance/report/rules/markdown.ts
/** A table of all codes; links lead to the pages beside it. */
function renderRulesMarkdown() {
	const tables = codeGroups.map(({ title, pages }) => {
		return `## ${title}\n\n| code | severity | what |\n| --- | --- | --- |\n${pages.map(({ code, severity, title: text }) => `| [${code}](${code}.md) | ${severity} | ${text.replaceAll("<", "&lt;")} |`).join("\n")}\n`;
	});
	return `# Codes\n\n${NOTE}\n\n${tables.join("\n")}`;
}
var NOTE;
var init_markdown = __esmMin((() => {
	init_pages();
	init_groups();
	NOTE = "A code never changes its meaning. Examples on the pages leave out what is around them: `<harness>`, and `<nodes>` where there is nothing beside it.";
}));
// conformance/report/rules/pretty.ts
/** Every code with its severity and its title. */
function renderRules(terminal) {
	const blocks = codeGroups.map((group) => renderGroup(group, terminal));
	const hint = terminal.paint("faint", " A page on one: unwind rules HX-3301");
	return `${[...blocks, hint].join("\n\n")}\n`;
}
function renderGroup({ title, pages }, { columns, paint }) {
	const codes = widest(pages.map(({ code }) => code));
	const severities = widest(pages.map(({ severity }) => severity));
	const inset = 3 + codes + 2 + severities + 2;
	const lines = pages.flatMap(({ code, severity, title: text }) => {
		const [first = "", ...rest] = wrap(text, columns - inset);
		const tone = paint(TONES[severity], padEnd(severity, severities));
		return [`   ${padEnd(code, codes)}  ${tone}  ${first}`, ...rest.map((line) => " ".repeat(inset) + line)];
	});
	return [` ${paint("strong", title)}`, ...lines].join("\n");
}
/** One page, with its examples or with what to do. */
function renderRule(page, { columns, glyphs, paint }) {
	const { code, severity, title, source, why } = page;
	const heading = wrap(`${code} ${severity}: ${title}`, columns - 2);
	const paragraph = (text) => wrap(text, Math.min(columns, 100) - 2).map((line) => ` ${line}`);
	const example = (name, tone, text) => [
		"",
		` ${paint(tone, name)}`,
		...text.split("\n").map((line) => `   ${line}`)
	];
	return `${[
		...heading.map((line) => ` ${paint("strong", line)}`),
		` ${paint("faint", source.replaceAll("§", glyphs.section))}`,
		"",
		...paragraph(why),
		..."wrong" in page ? [...example("Wrong", "bad", page.wrong), ...example("Right", "good", page.right)] : [
			"",
			` ${paint("good", "What to do")}`,
			...paragraph(page.mend)
		]
	].join("\n")}\n`;
}
var TONES;
var init_pretty = __esmMin((() => {
	init_width();
	init_groups();
	TONES = {
		error: "bad",
		warning: "warning"
	};
}));
// conformance/cli/rules.ts
var rules_exports = /* @__PURE__ */ __exportAll({ rules: () => rules });
/** Lists all codes, or shows the page of one. */
function rules(id, { format, ascii }, host) {
	const chosen = parseFormat(format, RULES_FORMATS, []);
	const page = id === void 0 ? null : findPage(id);
	host.out.write(render(chosen, page, ascii, host));
	return 0;
}
function findPage(id) {
	const code = id.toUpperCase();
	const page = codePage(code);
	if (page !== null) return page;
	const codes = codePages.map((known) => known.code);
	const sameNumber = codes.filter((known) => /^\d{4}$/.test(code) && known.endsWith(code));
	const hint = sameNumber.length > 0 ? `; did you mean ${sameNumber.map((known) => `'${known}'`).join(" or ")}?` : didYouMean(code, byPrefix(code, codes)) || "; unwind rules lists all codes.";
	throw new Problem(`There is no code '${id}'${hint}`);
}
/** Of equally near codes the first one is meant: one of the same family, if there is one. */
function byPrefix(code, codes) {
	const shared = (known) => {
		let length = 0;
		while (length < code.length && known[length] === code[length]) length += 1;
		return length;
	};
	return [...codes].sort((left, right) => shared(right) - shared(left));
}
function render(format, page, ascii, host) {
	switch (format) {
		case "pretty": {
			const terminal = terminalFor(host.out, host, ascii);
			return page === null ? renderRules(terminal) : renderRule(page, terminal);
		}
		case "json": return renderRulesJson(page === null ? codePages : [page]);
		case "markdown": return page === null ? renderRulesMarkdown() : markdownOf(page);
	}
}
var init_rules = __esmMin((() => {
	init_pages();
	init_suggest();
	init_json();
	init_markdown();
	init_pretty();
	init_arguments();
	init_environment$1();
	init_exit_codes();
	init_formats();
	init_problem();
}));
// conformance/cli/examples.ts
/** The examples of the package, by the index that README, tests and playground share. */
function listExamples() {
	const text = (0, node_fs.readFileSync)((0, node_path.join)(packageRoot(), "examples", "index.json"), "utf8");
	return JSON.parse(text);
}
/** A path of the index as one of this machine. */
function pathOfExample(path) {
	return (0, node_path.join)(packageRoot(), "examples", ...path.split("/"));
}
var init_examples = __esmMin((() => {
	init_package_root();
}));
// conformance/cli/serve.ts
/** Serves a folder of built files to browsers on this machine, and to nobody else. */
/** Listens on `port`, or on a free one if that is taken. */
async function serveFolder(folder, port) {
	const root = await (0, node_fs_promises.realpath)(folder);
	const { createServer } = process.getBuiltinModule("node:http");
	const server = createServer((request, response) => {
		answer(root, request, response).catch(() => refuse(response, 500, "failed"));
	});
	await listen(server, port).catch(() => listen(server, 0));
	const { port: actual } = server.address();
	return {
		address: `http://${LOCAL}:${actual}/`,
		close: () => new Promise((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		})
	};
}
function listen(server, port) {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, LOCAL, () => {
			server.off("error", reject);
			resolve();
		});
	});
}
async function answer(root, request, response) {
	if (!isLocal(request.headers.host)) return refuse(response, 403, "forbidden");
	if (request.method !== "GET" && request.method !== "HEAD") {
		response.setHeader("allow", "GET, HEAD");
		return refuse(response, 405, "method not allowed");
	}
	const path = await findFile(root, request.url ?? "/");
	if (path === null) return refuse(response, 404, "not found");
	const content = await (0, node_fs_promises.readFile)(path);
	const type = TYPES[(0, node_path.extname)(path).toLowerCase()] ?? "application/octet-stream";
	response.writeHead(200, {
		...HEADERS,
		"content-type": type,
		"content-length": content.length,
		"content-security-policy": policyFor(type, content)
	});
	response.end(request.method === "HEAD" ? void 0 : content);
}
/** Another name that leads here would be a page of somebody else (DNS rebinding). */
function isLocal(host) {
	return host !== void 0 && /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i.test(host);
}
/** The file that a request names, or null where it is none of the folder. */
async function findFile(root, url) {
	try {
		const { pathname } = new URL(url, "http://localhost");
		const name = decodeURIComponent(pathname);
		if (name.includes("\0") || name.includes("\\")) return null;
		const path = await (0, node_fs_promises.realpath)((0, node_path.join)(root, name.endsWith("/") ? `${name}index.html` : name));
		if (!path.startsWith(root + node_path.sep)) return null;
		return (await (0, node_fs_promises.stat)(path)).isFile() ? path : null;
	} catch {
		return null;
	}
}
function refuse(response, status, reason) {
	if (response.headersSent) {
		response.end();
		return;
	}
	response.writeHead(status, {
		...HEADERS,
		"content-type": "text/plain; charset=utf-8"
	});
	response.end(`${reason}\n`);
}
/** Scripts of the page's own files, and those that stand in the page itself, by their hash. */
function policyFor(type, content) {
	return [
		"default-src 'none'",
		`script-src ${["'self'", ...type.startsWith("text/html") ? hashesOfScripts(content.toString("utf8")) : []].join(" ")}`,
		"worker-src 'self' blob:",
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: blob:",
		"font-src 'self' data:",
		"connect-src 'self'",
		"manifest-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'"
	].join("; ");
}
function hashesOfScripts(page) {
	return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => `'sha256-${(0, node_crypto.createHash)("sha256").update(script).digest("base64")}'`);
}
var LOCAL, HEADERS, TYPES;
var init_serve = __esmMin((() => {
	LOCAL = "127.0.0.1";
	HEADERS = {
		"cache-control": "no-store",
		"cross-origin-resource-policy": "same-origin",
		"referrer-policy": "no-referrer",
		"x-content-type-options": "nosniff"
	};
	TYPES = {
		".html": "text/html; charset=utf-8",
		".js": "text/javascript; charset=utf-8",
		".mjs": "text/javascript; charset=utf-8",
		".css": "text/css; charset=utf-8",
		".json": "application/json; charset=utf-8",
		".map": "application/json; charset=utf-8",
		".webmanifest": "application/manifest+json; charset=utf-8",
		".svg": "image/svg+xml",
		".png": "image/png",
		".ico": "image/x-icon",
		".woff2": "font/woff2",
		".wasm": "application/wasm",
		".txt": "text/plain; charset=utf-8",
		".hxml": "application/harnessxml+xml"
	};
}));
// conformance/cli/demo.ts
/** `unwind demo`, which is `npm start`: a real run in the terminal, then the playground. */
var demo_exports = /* @__PURE__ */ __exportAll({ demo: () => demo });
async function demo(id, options, host) {
	const port = parseInteger(options.port, "--port", 0, 65535);
	const examples = listExamples();
	if (options.list === true) {
		host.out.write(renderList(examples));
		return 0;
	}
	const example = examples.find((known) => known.id === id);
	if (example === void 0) {
		const hint = didYouMean(id, examples.map((known) => known.id)) || ", see unwind demo --list.";
		throw new Problem(`There is no example '${id}'${hint}`);
	}
	await show(example, options, host);
	return options.serve ? serve(port, options, host) : 0;
}
function renderList(examples) {
	const width = Math.max(...examples.map(({ id }) => id.length));
	return examples.map(({ id, lesson }) => `${padEnd(id, width)}  ${lesson}\n`).join("");
}
async function show(example, { ascii }, host) {
	const { paint } = terminalFor(host.out, host, ascii);
	const document = pathOfExample(example.document);
	const scenario = pathOfExample(example.scenario);
	const command = `unwind run ${fromHere(document)} --scenario ${fromHere(scenario)}`;
	host.out.write(` ${paint("faint", `$ ${command}`)}\n\n`);
	await run(document, {
		format: "timeline",
		scenario,
		...ascii === void 0 ? {} : { ascii }
	}, host);
}
/** As a person would type it, where that is shorter. */
function fromHere(path) {
	const near = (0, node_path.relative)(process.cwd(), path);
	return near.startsWith("..") ? path : near;
}
async function serve(port, { ascii }, host) {
	const folder = (0, node_path.join)(packageRoot(), "dist", "web");
	if (!(0, node_fs.existsSync)((0, node_path.join)(folder, "index.html"))) throw new Problem("The playground is not built yet. Build it with: npm run build");
	const { paint } = terminalFor(host.out, host, ascii);
	const interrupted = host.interrupted();
	const server = await serveFolder(folder, port);
	const address = paint("strong", server.address);
	host.out.write(`\n Step through it in the playground: ${address} (Ctrl-C ends it)\n`);
	await interrupted;
	await server.close();
	host.out.write("\n");
	return 0;
}
var init_demo = __esmMin((() => {
	init_suggest();
	init_width();
	init_arguments();
	init_environment$1();
	init_examples();
	init_exit_codes();
	init_package_root();
	init_problem();
	init_run();
	init_serve();
}));
// conformance/cli/program.ts
/**
* The command line: what may be said. What is done then is in a file for each command, which
* is loaded only when it is called for.
*/
init_visible();
init_exit_codes();
init_formats();
init_package_root();
init_problem();
/**
* Runs one command.
* @param words What stands behind `unwind`.
* @returns The exit code. Throws only what is a defect of ours.
*/
async function runCommand(words, host) {
	let exitCode = 0;
	const program = createProgram(host, (code) => {
		exitCode = code;
	});
	try {
		await program.parseAsync(words.length === 0 ? ["--help"] : [...words], { from: "user" });
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
		if (!(error instanceof Problem)) throw error;
		const lines = error.message.split("\n").map(visible);
		host.err.write(`unwind: ${lines.join("\n")}\n`);
		return error.exitCode;
	}
	return exitCode;
}
function createProgram(host, done) {
	const program = new Command("unwind").description("Checks workflow documents, simulates their runs, and shows how they unwind.").version(packageVersion(), "-V, --version", "print the version").helpOption("-h, --help", "print this help").helpCommand("help [command]", "print the help of a command").exitOverride().configureOutput({
		writeOut: (text) => host.out.write(text),
		writeErr: (text) => host.err.write(text),
		outputError: (text, write) => write(`unwind: ${visible(text.replace(/^error: /, "")).trim()}\n`),
		getOutHelpWidth: () => Math.min(100, host.out.columns ?? 80),
		getErrHelpWidth: () => 80
	}).addHelpText("after", after(["unwind demo", "unwind check order.hxml"], "unwind run --help"));
	addCheck(program, host, done);
	addRun(program, host, done);
	addRules(program, host, done);
	addDemo(program, host, done);
	return program;
}
function addCheck(program, host, done) {
	program.command("check").summary("validate documents").description("Validates documents. Exit code 0: all are valid (warnings allowed); 1: one is not; 2: one could not be read.").argument("<file...>", "documents; - for the standard input").option("--format <format>", `how to print: ${CHECK_FORMATS.join(", ")}`, CHECK_FORMATS[0]).option("--ascii", "use no signs beyond ASCII (--no-ascii: use them anyway)").addOption(hidden("--no-ascii")).addHelpText("after", after(["unwind check order.hxml", "unwind check *.hxml --format json"])).action(async (paths, options) => {
		const { check } = await Promise.resolve().then(() => (init_check(), check_exports));
		done(await check(paths, options, host));
	});
}
function addRun(program, host, done) {
	program.command("run").summary("simulate a run and show it").description("Simulates a run in virtual time. Exit code 0: simulated, whatever the outcome; 1: the document is invalid, or --expect is not met; 2: wrong use or unreadable input.").argument("<file>", "the document; - for the standard input").option("--scenario <file>", "what the outside world does (JSON, or the line format)").option("--input <json>", "the run's input, instead of the scenario's").option("--with <file...>", "documents of subworkflows").option("--seed <n>", "seed of all chance, instead of the scenario's").option("--expect <outcome>", "exit with 1 unless the run ends so").option("--max-events <n>", "stop as stalled after so many events").option("--max-time <time>", "stop as stalled after so much virtual time: 30s, 5m, PT1H").option("--format <format>", `how to print: ${RUN_FORMATS.join(", ")}`, RUN_FORMATS[0]).option("--ascii", "use no signs beyond ASCII (--no-ascii: use them anyway)").addOption(hidden("--no-ascii")).addHelpText("after", after(["unwind run order.hxml --scenario ship-fails.json", "unwind run order.hxml --scenario ship-fails.json --expect compensated --format json"])).action(async (path, options) => {
		const { run } = await Promise.resolve().then(() => (init_run(), run_exports));
		done(await run(path, options, host));
	});
}
function addRules(program, host, done) {
	program.command("rules").summary("list the codes of findings and failures, or explain one").description("Lists the codes of findings and failures, or shows the page of one: what it says, why, and how it is right.").argument("[id]", "a code, like HX-3301").option("--format <format>", `how to print: ${RULES_FORMATS.join(", ")}`, RULES_FORMATS[0]).option("--ascii", "use no signs beyond ASCII (--no-ascii: use them anyway)").addOption(hidden("--no-ascii")).addHelpText("after", after(["unwind rules HX-3301", "unwind rules --format json"])).action(async (id, options) => {
		const { rules } = await Promise.resolve().then(() => (init_rules(), rules_exports));
		done(rules(id, options, host));
	});
}
function addDemo(program, host, done) {
	program.command("demo").summary("show an example, then serve the playground").description("Shows a run of an example as a timeline, then serves the playground on this machine until Ctrl-C.").argument("[example]", "which one; see --list", "order-saga").option("--list", "list the examples and end").option("--port <n>", "port of the playground; another one if it is taken", "4180").option("--no-serve", "show the example and end").option("--ascii", "use no signs beyond ASCII (--no-ascii: use them anyway)").addOption(hidden("--no-ascii")).addHelpText("after", after(["unwind demo", "unwind demo undo-fails --no-serve"])).action(async (example, options) => {
		const { demo } = await Promise.resolve().then(() => (init_demo(), demo_exports));
		done(await demo(example, options, host));
	});
}
function hidden(flags) {
	return new Option(flags).hideHelp();
}
function after(examples, more) {
	const lines = examples.map((example) => `  ${example}`);
	const hint = more === void 0 ? [] : ["", `More of a command: ${more}`];
	return [
		"",
		"Examples:",
		...lines,
		...hint
	].join("\n");
}
// conformance/cli/main.ts
init_exit_codes();
/** Runs one command, with the words behind `unwind`, to its end or to that of the process. */
async function main(words) {
	try {
		process.exitCode = await runCommand(words, hostOf(process));
	} catch (error) {
		process.exitCode = 2;
		const detail = process.env["UNWIND_DEBUG"] ? error.stack : error.message;
		process.stderr.write(`unwind: this is a defect of unwind itself: ${detail}\n(UNWIND_DEBUG=1 shows where.)\n`);
	}
}
function hostOf(own) {
	return {
		out: outputOf(own.stdout),
		err: outputOf(own.stderr),
		get input() {
			return own.stdin;
		},
		environment: own.env,
		platform: own.platform,
		interrupted: () => new Promise((resolve) => {
			for (const signal of [
				"SIGINT",
				"SIGTERM",
				"SIGHUP"
			]) own.once(signal, () => resolve());
		})
	};
}
function outputOf(stream) {
	stream.on("error", (error) => {
		if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
		throw error;
	});
	return {
		write: (text) => stream.write(text),
		isTerminal: stream.isTTY === true,
		columns: stream.isTTY === true ? stream.columns : null
	};
}
exports.main = main;
exports.runCommand = runCommand;

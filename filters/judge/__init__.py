"""Judges: what no rule can decide goes to another model, or to a lexical rule labelled as such.

All share one path. A caller makes requests (`protocol`) and opens the judge that the user
names (`choose`); rules may decide some of the requests before the judge is asked (`rules_first`).
The judge is a local rule (`lexical`), a local classifier (`nli`), or a model behind an endpoint
(`openai_judge`). That one turns requests into calls (`prompts`), reuses its earlier verdicts
(`cache`), sends the other calls many at a time (`pool`), and reads the replies (`verdicts`).
`filters.erbench` puts all rationales to a judge, and unread answers if it `reads_answers`.

A judge is one class and one registration. The class goes into a module of its own:

    class MyJudge:
        settings: ClassVar[Mapping[str, Setting]] = {
            "judge_threshold": Setting(
                "threshold", number("a number from 0", float, 0), "what counts as entailed"
            ),
        }

        def __init__(self, model: str, threshold: float = 0.5) -> None:
            self.name = f"mine/{model}"

        def judge(self, requests: Sequence[JudgeRequest]) -> list[tuple[Verdict, ...]]:
            ...

        def record(self) -> Mapping[str, Any]:
            ...

Heavy packages are imported within its methods. The registration is one entry of `choose.JUDGES`,
the form of the judge's name to its class: `"mine/MODEL": MyJudge`. Everything else follows from it:
the messages about unknown names and settings, the tasks, and the commands. A judge with a setting
`judge_cache` is given a file in the user's folder of verdicts.
"""
